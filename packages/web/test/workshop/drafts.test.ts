/**
 * Tests that drafts in the workshop are not lost: neither by a switch, nor by opening another draft, nor by a newer
 * version.
 */
import { STANDARD_TILES } from '@hush/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_DRAFT, losesWork, type ScenarioDraft, sheetOfDraft } from '../../src/workshop/draft.ts';
import { rehearseDraft } from '../../src/workshop/rehearsal.ts';
import { startTyping } from '../../src/workshop/typing.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/', hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Loads the module again, as a reload does. */
async function openDesk() {
  vi.resetModules();
  return import('../../src/workshop/drafts.ts');
}

const MINE = '# mine\ntile 1A';

test('custom tiles that are switched off and on again are unchanged, also after a reload', async () => {
  const { currentDraft: draft, switchTiles } = await openDesk();
  switchTiles(true);
  expect(draft.value.tiles).toBe(STANDARD_TILES.trim());
  draft.value = { ...draft.value, tiles: MINE };
  switchTiles(false);
  expect(draft.value.tiles).toBe(null);
  switchTiles(true);
  expect(draft.value.tiles).toBe(MINE);
  switchTiles(false);
  const later = await openDesk();
  later.switchTiles(true);
  expect(later.currentDraft.value.tiles).toBe(MINE);
});

test('after all custom tiles were deleted, the standard set is used again', async () => {
  const { currentDraft: draft, switchTiles, writeTiles } = await openDesk();
  switchTiles(true);
  writeTiles(' \n');
  switchTiles(false);
  switchTiles(true);
  expect(draft.value.tiles).toBe(STANDARD_TILES.trim());
});

test('letters that were typed just before the switch are stored, too', async () => {
  const { currentDraft: draft, switchTiles, writeTiles } = await openDesk();
  switchTiles(true);
  switchTiles(false);
  writeTiles(MINE);
  expect(draft.value.tiles).toBe(null);
  switchTiles(true);
  expect(draft.value.tiles).toBe(MINE);
});

test.each(['{"name":"Ours","sheet":{"wish":{},"from":"a newer version"}}', '{"name":'])(
  'opening a draft that cannot be read does not overwrite it: %s',
  async text => {
    kept.set('hush.workshop', text);
    const { currentDraft: draft } = await openDesk();
    expect(draft.value).toEqual(EMPTY_DRAFT);
    expect(kept.get('hush.workshop')).toBe(text);
    draft.value = { ...EMPTY_DRAFT, name: 'Next' };
    expect(kept.get('hush.workshop.unread')).toBe(text);
    expect((await openDesk()).currentDraft.value.name).toBe('Next');
  },
);

test('a player with a draft is asked before it is replaced', () => {
  const mine: ScenarioDraft = { ...EMPTY_DRAFT, name: 'Mine' };
  const next: ScenarioDraft = { ...EMPTY_DRAFT, name: 'Theirs', parent: 'BCDFGHJK' };
  expect(losesWork(EMPTY_DRAFT, next)).toBe(false);
  expect(losesWork(mine, next)).toBe(true);
  expect(losesWork({ ...EMPTY_DRAFT, tiles: MINE }, next)).toBe(true);
  expect(losesWork(next, { ...next })).toBe(false);
});

test('a letter that is typed while the earlier text is loaded is kept', () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const typing = startTyping('', text => written.push(text), 300);
  typing.type('a');
  vi.advanceTimersByTime(300);
  typing.type('ab');
  typing.take('a'); // the stored draft arrives again
  expect(typing.typed.value).toBe('ab');
  vi.advanceTimersByTime(299);
  typing.type('abc');
  vi.advanceTimersByTime(300);
  expect(written).toEqual(['a', 'abc']);
});

test('loading another text replaces the typed one, and leaving the page stores pending text', () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const typing = startTyping('', text => written.push(text), 300);
  typing.type('a');
  typing.take('from a file');
  vi.advanceTimersByTime(1000);
  expect([typing.typed.value, written]).toEqual(['from a file', []]);
  typing.type('last');
  typing.stop();
  vi.advanceTimersByTime(1000);
  expect(written).toEqual(['last']);
});

test('bots that cannot be loaded are reported, and no rehearsal runs for a closed page', async () => {
  const told: number[] = [];
  const watching = { alive: () => true, told: (n: number) => told.push(n) };
  const fetchBots = () => Promise.reject(new Error('no network'));
  expect(await rehearseDraft(EMPTY_DRAFT, { ...watching, fetchBots })).toEqual({ type: 'unreachable' });
  const judgeScenario = vi.fn(() => ({ par: { middle: 7 } }) as never);
  const here = { ...watching, fetchBots: async () => ({ judgeScenario }) };
  expect(await rehearseDraft(EMPTY_DRAFT, { ...here, alive: () => false })).toBe(undefined);
  expect([judgeScenario.mock.calls.length, told]).toEqual([0, []]);
  expect(await rehearseDraft(EMPTY_DRAFT, here)).toEqual({ type: 'done', won: 5, actions: 7 });
});

test.each([
  [503, { error: 'unavailable' }, 'unavailable', 'notNow'],
  [503, { error: 'draining' }, 'draining', 'draining'],
  [410, { error: 'quarantined' }, 'damaged', 'damaged'],
  [429, { error: 'too-many' }, 'tooMany', 'tooMany'],
  [404, { error: 'unknown' }, 'refused', 'refused'],
])(
  'an answer %i with %j has a sentence of its own, for sharing and for opening a scenario',
  async (status, body, shared, looked) => {
    const { fetchSheet, shareSheet } = await openDesk();
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
    expect(await shareSheet(sheetOfDraft({ ...EMPTY_DRAFT, name: 'Ours' }))).toEqual({
      ok: false,
      error: shared,
    });
    expect(await fetchSheet('BCDFGHJK')).toEqual({ ok: false, error: looked });
  },
);

test('the error for a table that cannot be opened names the server’s reason or the scenario’s problem', async () => {
  const { playSheet } = await openDesk();
  const sheet = sheetOfDraft({ ...EMPTY_DRAFT, name: 'Ours' });
  const problem = { code: 'no-start', rule: 'CO-1', values: {} };
  for (const [status, body, trouble] of [
    [503, { error: 'no-room' }, 'no-room'],
    [429, { error: 'too-many' }, 'tooMany'],
    [400, { error: 'bad-setup', problem }, problem],
    [400, { error: 'malformed' }, 'refused'],
  ] as const) {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
    expect(await playSheet(sheet)).toEqual(trouble);
  }
});
