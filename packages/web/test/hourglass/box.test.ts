/** Tests of the dialog about the box: it asks for the edition once, and says how to set up the board game (TM-3h). */
import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { wordsOf } from '../../build/word-sets.ts';
import { place, stubDocument, type TinyNode } from '../tiny-dom.ts';

stubDocument();
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('location', { href: 'https://hush.example/hourglass' });

const { speak } = await import('../../src/i18n/say.ts');
const { ownBox: box } = await import('../../src/hourglass/model.ts');
const { BoxDialog } = await import('../../src/hourglass/box.tsx');

speak('en', { ...wordsOf('glass', 'en'), ...wordsOf('box', 'en') });

const textIn = (node: TinyNode): string =>
  node.nodeType === 3 ? node.data : node.childNodes.map(textIn).join(' ');

/** The text of the dialog for this box. */
async function read(now: typeof box.value): Promise<string> {
  box.value = now;
  const { root, draw } = place();
  await draw(h(BoxDialog, { onClose: () => undefined }));
  return textIn(root).replace(/\s+/g, ' ');
}

beforeEach(() => {
  box.value = { scenario: 1, players: 4 };
});

test('TM-3h the dialog first asks for the edition, and then shows its set-up', async () => {
  const { root, draw } = place();
  await draw(h(BoxDialog, { onClose: () => undefined }));
  expect(textIn(root)).toContain('Which box do you have?');
  const button = root.all('button').find(one => textIn(one).includes('Polish 2021')) as TinyNode;
  await button.fire('click');
  expect(box.value).toEqual({ scenario: 1, players: 4, edition: '2021-pl' });
  expect(textIn(root)).toContain('Setup');
});

test('TM-3e TM-3f TM-3g the set-up has tile 1 in the middle, the theft tile on side A, and the markers', async () => {
  const text = await read({ scenario: 1, players: 4, edition: 'revised' });
  expect(text).toContain('Tile 1 lies in the middle of the table');
  expect(text).toContain('theft tile beside it, side A up');
  expect(text).toContain('out-of-order markers ready');
});

test('CO-3e SU-3i SU-3j SU-3k SU-3l the dialog says that the numbers on the action tiles decide, and calls our sets a suggestion', async () => {
  for (const players of [2, 3, 4, 8]) {
    const text = await read({ scenario: 1, players, edition: 'revised' });
    expect(text).toContain(`action tiles with a ${players} in the corner`);
    expect(text).toContain('Our suggestion, because the rulebooks don’t list the sets');
  }
  expect(await read({ scenario: 9, players: 4, edition: 'revised' })).toContain('with a 3 in the corner');
});

test('TM-3c TM-3d the dialog says that after a broken rule the sand keeps running', async () => {
  const text = await read({ scenario: 1, players: 4, edition: 'revised' });
  expect(text).toContain('The sand keeps running, and that time is lost.');
});

test('SC-Lb the dialog names the side of tile 1 in scenario 5 and leaves it free in scenario 8', async () => {
  expect(await read({ scenario: 5, players: 4, edition: 'revised' })).toContain('Side B faces up.');
  expect(await read({ scenario: 8, players: 4, edition: 'revised' })).toContain(
    'Side A or B faces up, as you like.',
  );
});

test('ED-1 ED-6 for Pocket the dialog has scenarios 1 to 7, no solo game, no pawn, and a theft that somebody calls', async () => {
  const text = await read({ scenario: 7, players: 2, edition: 'pocket-nl' });
  expect(text).toContain('Pocket has scenarios 1 to 7');
  expect(text).toContain('anybody may call the theft');
  expect(text).toContain('tap on the table');
  expect(text).not.toContain('Two worlds');
});

test('SC-11b SC-11c the text about moving walls depends on the edition', async () => {
  expect(await read({ scenario: 11, players: 4, edition: '2021-pl' })).toContain('Until the theft, whenever');
  expect(await read({ scenario: 11, players: 4, edition: 'revised' })).toContain('even after the theft');
});

test('CM-2a HG-7a the dialog shows none of our own rulings about nudges, cameras and early exits', async () => {
  const text = await read({ scenario: 7, players: 4, edition: 'revised' });
  expect(text).not.toContain('one stare and one nudge');
  expect(text).toContain('used or not');
  expect(text).toContain('Heroes can leave before the theft');
});

test('SC-9c in scenario 9 the dialog gives no action tile to the leader', async () => {
  const text = await read({ scenario: 9, players: 5, edition: 'revised' });
  expect(text).toContain('tiles with a 4 in the corner. One player gets none and leads');
  expect(text).not.toContain('give one to each player');
});

test('TM-3m the dialog explains the pause for Pocket and for no other edition', async () => {
  expect(await read({ scenario: 1, players: 4, edition: 'pocket-fr' })).toContain('Pause only if something');
  expect(await read({ scenario: 1, players: 4, edition: '2021-pl' })).toContain('this box have no pause');
});

test('SC-Lc the dialog calls scenario 7 with more than 19 tiles our ruling in the edition of 2017 only', async () => {
  const ours = 'the 2017 rules do not mention this';
  const seven = { scenario: 7, players: 4 };
  expect(await read({ ...seven, level: 21, edition: '2017-fr' })).toContain(ours);
  expect(await read({ ...seven, level: 19, edition: '2017-fr' })).not.toContain(ours);
  expect(await read({ ...seven, edition: '2017-nl' })).not.toContain(ours);
  expect(await read({ ...seven, level: 21, edition: 'revised' })).not.toContain(ours);
  expect(await read({ scenario: 8, players: 4, level: 21, edition: '2017-fr' })).not.toContain(ours);
});

test('SC-16b in scenario 16 the vortex of the suggested tiles is struck out, and in scenario 15 it is not', async () => {
  const dead = async (scenario: number): Promise<readonly (string | null)[]> => {
    box.value = { scenario, players: 4, edition: 'revised' };
    const { root, draw } = place();
    await draw(h(BoxDialog, { onClose: () => undefined }));
    const signs = root.all('span').filter(one => one.getAttribute('class') === 'dead');
    return signs.map(one => one.getAttribute('aria-label'));
  };
  expect(await dead(16)).toEqual(['Vortex: No vortex works, from beginning to end.']);
  expect(await dead(15)).toEqual([]);
});
