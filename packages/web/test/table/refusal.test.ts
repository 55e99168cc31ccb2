/** Tests that refusals have the same sentences everywhere, and that spoken sentences have no soft hyphens. */
import type { Notice } from '@hush/protocol';
import { ACTIONS, beginGame, type OwnScenario, prepareGame } from '@hush/rules';
import { expect, test, vi } from 'vitest';
import { LOCALES } from '../../src/i18n/say.ts';
import { speak } from './play-kit.ts';

vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/' });
vi.stubGlobal('addEventListener', () => undefined);

const { noSeatText, refusedAfter } = await import('../../src/table/refusal.ts');
const { refusalText } = await import('../../src/i18n/say.ts');
const { actionLabel, actionName } = await import('../../src/model/game-words.ts');
const { actionNames } = await import('../../src/model/game-words.ts');
const { ruledByGame } = await import('../../src/rulebook/ruled-game.ts');

const no = (why: string, n = 7): Notice => ({ type: 'refused', n, why, first: null, say: 'in English' });
const news: Notice = { type: 'news', events: [], member: null, n: null, mine: false };

test.each(LOCALES)(
  'PR-90c at a table beyond its quota, hosts, newcomers and members who change their name read the same sentence about the quota, in %s',
  async locale => {
    await speak(locale);
    const worn = refusalText('worn-out');
    expect(worn).not.toBe(refusalText('malformed'));
    expect(refusedAfter(no('worn-out'), null)).toBe(worn);
    expect(refusedAfter(no('worn-out', 0), null)).toBe(worn);
    expect(noSeatText('worn-out')).toBe(worn);
    expect(new Set(['locked', 'full', 'worn-out', 'removed', 'removed-nearby'].map(noSeatText)).size).toBe(5);
    expect(noSeatText('game-running')).toBe(noSeatText('full'));
  },
);

test('PR-90c a refusal is shown until something else happens at the table, and for an impossible set-up the reason is shown', async () => {
  await speak('en');
  expect(refusedAfter({ type: 'synced' }, 'before')).toBe('before');
  expect(refusedAfter(news, 'before')).toBeNull();
  expect(refusedAfter(no('bad-setup'), null)).toBe('This game can’t be set up: in English');
});

test.each(LOCALES)('in %s names of actions are spoken without soft hyphens', async locale => {
  await speak(locale);
  expect(actionNames(ACTIONS)).not.toContain('\u00ad');
  for (const action of ACTIONS) expect(actionLabel(action).replaceAll('\u00ad', '')).toBe(actionName(action));
});

test('the label of a key may break a long Polish word at a soft hyphen', async () => {
  await speak('pl');
  expect(actionLabel('explore')).toBe('Eksplo\u00adracja');
});

test('the author’s text about a custom scenario is not shown with a game of another scenario', () => {
  const own: OwnScenario = { name: 'Attic', stack: [2, 3, 4, 5, 6, 7, 8, 9], rules: [] };
  const prepared = prepareGame({ scenario: own, players: 2 }, 'seed');
  if (!prepared.ok) throw new Error(prepared.error);
  const game = beginGame(prepared.value.event);
  const about = (scenario: OwnScenario | number): unknown =>
    ruledByGame(game, { scenario, about: 'Mind the cat.' }).about;
  expect(about(own)).toBe('Mind the cat.');
  expect(about({ ...own, name: 'Cellar' })).toBeUndefined();
  expect(about({ ...own, stack: [2, 3, 4, 5, 6, 7, 8, 9, 10] })).toBeUndefined();
  expect(about(1)).toBeUndefined();
});
