/**
 * How many sequences of one, two and three commands are legal in a position, by any seats, without pauses. The
 * numbers are fixed, and in every position that is reached the naive generator must find the same commands. Rows
 * are never deleted; each says which rule it guards.
 */
import { expect, test } from 'vitest';
import { SCENARIOS } from '../src/index.ts';
import type { TestTable } from './kit.ts';
import { countContinuations } from './perft.ts';
import * as given from './positions.ts';
import * as walls from './positions-walls.ts';

type Row = readonly [name: string, position: () => TestTable, n1: number, n2: number, n3: number];

const ROWS: readonly Row[] = [
  // Four single steps off the start squares and four vortices; walls and closed doors stop all other moves.
  ['MV-2a scenario 1, four players: nothing but the start tile', given.start, 8, 93, 1163],
  // The other side of tile 1: its doors are in other places, and the number of first steps is the same.
  ['CO-1c scenario 2, three players: side B', given.nightStart, 8, 92, 1138],
  // Two seats may turn the theft tile; moving a hero away and back makes the theft possible again.
  ['TH-1b scenario 1, two players: four heroes on their items', given.isTheftPossible, 17, 259, 4355],
  // In this edition the last step causes the theft: `steal` is not offered, and the vortices stop working.
  ['VX-2a scenario 2, 2017-fr: one step before the theft', given.stepBeforeAutomaticTheft, 15, 235, 3985],
  // All heroes leave by the purple exit, which is free again after each.
  ['TH-3a scenario 1, three players: one exit after the theft', given.oneDoorForAll, 10, 118, 1510],
  // The mage's last step ends the game, so no command follows it.
  ['TH-5b scenario 2: one step before losing without gear', given.stepFromNoGear, 14, 193, 2922],
  // Several seats own the same direction, one hero has left already, and foreign exits are plain cells.
  ['SC-2d scenario 2, eight players: own exits after the theft', given.ownDoors, 26, 628, 14748],
  // Turning the hourglass passes every action tile on, so the same step then belongs to another seat.
  ['SC-3d scenario 3: one step from the hourglass', given.atTheHourglass, 15, 239, 3903],
  // The drawn tile has three places, and no second tile may be drawn; heroes may move.
  ['EX-3a scenario 3, two players: a drawn tile and three places', given.drawnWithThreePlaces, 17, 303, 5622],
  // Only the dwarf passes orange walls.
  ['SC-4a scenario 4: small passages', given.smallPassages, 18, 301, 4914],
  // The mall of the row above without the rule for orange walls: two moves fewer are legal.
  ['SC-Lg scenario 2: orange passages are walls', given.orangeWalls, 16, 237, 3425],
  // The crystal ball offers all six doors, although no hero stands at any of them.
  ['SC-5e scenario 5: the mage on a whole crystal ball', given.wholeBall, 13, 186, 2779],
  // The ball can lay one more tile, or the dwarf explores at his own door without it.
  ['SC-5l scenario 5, two players: a half-used crystal ball', given.halfUsedBall, 15, 235, 3725],
  // No hero may enter the hourglass space until the barbarian is on a camera, which is one step away.
  ['SC-6c scenario 6: two cameras watch the hourglass', given.twoCameras, 17, 282, 4668],
  // Two of four cameras are off; when a third is off, the hourglass space may be entered.
  ['SC-6e scenario 7, five players: camera and hourglass in one room', given.fourCameras, 24, 532, 11185],
  // An open stack changes what players know, not what they may do.
  ['SC-8a scenario 8: face-up stack', given.openBook, 17, 274, 4347],
  // One seat has no action; turning the hourglass makes another seat the leader.
  ['SC-9c scenario 9, three players: a leader', given.leaderOfThree, 20, 379, 7256],
  // A game with the largest number of seats.
  ['SC-9e scenario 9, nine players', given.nineAtTheTable, 19, 420, 9824],
  // Every hero stands on the item of another one: four seats may steal.
  ['SC-10f scenario 10: the wrong items', given.wrongItems, 19, 275, 4475],
  // The barbarian stays on the exit by which he left and cannot be moved; no other hero leaves there.
  ['SC-10g scenario 10, two players: an exit is taken', given.wrongDoors, 11, 120, 1370],
  // The first two commands can only be discards; after them the freed doors can be explored.
  ['SC-11a scenario 11, three players: two tiles must go', walls.twoTilesToGo, 12, 108, 1620],
  // Tiles at which the drawn tile could be laid cannot be discarded, and the drawn tile is laid after the discards.
  ['EX-3i scenario 11, two players: a tile drawn, one to go', walls.oneTileToGoWithOneDrawn, 4, 60, 974],
  // In this edition no tiles are removed after the theft.
  ['SC-11b scenario 11, 2021-pl: walls after the theft', walls.wallsAfterTheTheft, 11, 145, 2052],
  // A position with six seats; talk windows change nothing on the board.
  ['SC-12a scenario 12, six players', given.handsOnly, 22, 510, 12404],
  // Vortices work only from an own vortex to the other mall.
  ['SC-13j scenario 13: heroes on vortices in both malls', given.twoWorlds, 17, 302, 5590],
  // The barbarian's vortex would bring all four heroes into one mall, so it is not offered until another hero has
  // left.
  ['SC-13h scenario 13, two players: the last one stays', given.lastInTheSecondWorld, 13, 191, 2921],
  // Two heroes may be placed on any free corridor cell of tile 3 before the sand runs.
  ['SC-13o scenario 13, alone: placing', given.placingInTheSecondWorld, 23, 507, 11155],
  // Seven seats, three of which own a direction that another seat owns, too.
  ['SC-14a scenario 14, seven players', given.notAWord, 23, 626, 17814],
  // Escalators and gaps in orange walls with two players.
  ['SC-15a scenario 15, two players', given.thoseEyes, 15, 237, 3824],
  // Vortices are on the tiles but do not work.
  ['SC-16a scenario 16: no vortex', given.vortexOutOfOrder, 13, 184, 2777],
  // A door into a tile on which a hero stands is closed until that hero leaves.
  ['SC-17a scenario 17: never two on a tile', given.noGatherings, 23, 487, 9946],
  // Only turning the first action tile is legal.
  ['SO-2b scenario 2, alone: before the first action', given.aloneAtFirst, 1, 1, 2],
  // Only laying the tile is legal; afterwards exploring again, or turning the next action tile.
  ['EX-3h scenario 4, alone: a drawn tile', given.aloneWithADrawnTile, 2, 4, 10],
  // The edition Pocket has the same board; pauses are not counted.
  ['HG-3b scenario 6, pocket-fr, three players: beside the hourglass', given.pocket, 16, 266, 4494],
  // A tile with an out-of-order marker is never discarded.
  ['SC-11e scenario 11, two players: a marked tile stays', walls.markedTileStays, 6, 24, 440],
  // Without tile 2, only the dwarf could reach tile 3.
  ['SC-11o the way of the dwarf, two players', walls.wayOfTheDwarf, 6, 28, 752],
  // Neither start tile may be removed, and tiles must stay reachable from one of them; first three tiles are
  // removable, then two.
  ['SC-11s walls moving in two malls, two players', walls.wallsInTwoWorlds, 6, 24, 320],
  // Only discards are legal; the pile is full again, and no action tile is turned before two tiles are removed.
  ['SC-11l scenario 11, alone: two tiles must go', walls.aloneWithMovingWalls, 4, 12, 12],
  // Combinations of rules that no printed scenario has; every rule must hold together with the others.
  ['SC-Ca seven rules at once, three players', given.everythingAtOnce, 20, 401, 8233],
];

test.each(ROWS)('%s', (_, position, ...counts) => {
  const { game, secret } = position();
  const at = game.status === 'setup' ? 0 : given.HALF_TIME;
  expect(countContinuations(game, secret, at)).toEqual(counts);
});

test('SC-Ca SC-Ie the counted positions cover all scenarios and a custom scenario', () => {
  const played = new Set(ROWS.map(([, position]) => position().game.setUp.scenario));
  expect([...played].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
    null,
    ...SCENARIOS.map(({ number }) => number),
  ]);
});
