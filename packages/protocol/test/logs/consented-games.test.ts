/** Tests of which games of a table may be collected for research: those to which all players have consented. */
import { expect, test } from 'vitest';
import { consentedGames, readAll } from '../../src/index.ts';
import { CODE, Place, raise, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

async function consented(place: Place): Promise<readonly string[]> {
  const found = await readAll(place.journal, `table/${CODE}`);
  const games = found.ok ? consentedGames(found.entries) : raise('not read');
  return games.ok ? games.value.map(events => events.map(({ type }) => type).join(' ')) : raise('unreadable');
}

async function agree(visitor: Visitor, given = true): Promise<void> {
  visitor.manage({ type: 'consent', given });
  await settled();
}

async function playToTheEnd(place: Place, host: Visitor): Promise<void> {
  host.manage({ type: 'begin' });
  host.do({ type: 'start' });
  await settled();
  await place.time.pass(200_000);
  expect(place.game.status).toBe('lost');
}

const LOST = 'gameSetUp gameStarted gameLost seedRevealed';

test('PR-76a no member has consented at first; a member who consents is listed until leaving', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  expect(place.table.state.consents).toBeUndefined();
  await agree(bo);
  expect(ann.heard('news').at(-1)?.['e']).toEqual([['consentGiven', 2, true]]);
  expect(place.table.state.consents).toEqual([2]);
  await agree(ann);
  bo.manage({ type: 'leave' });
  await settled();
  expect(place.table.state.consents).toEqual([1]);
});

test('PR-76b a game is collected only if all players had consented when it ended', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  await agree(ann);
  await playToTheEnd(place, ann);
  expect(await consented(place)).toEqual([]);
  await agree(bo);
  expect(await consented(place)).toEqual([]); // the game from before the consent is not collected
  await playToTheEnd(place, ann);
  expect(await consented(place)).toEqual([LOST]);
});

test('PR-76b bots and programs need not consent, but a member who left during the game must have consented', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'programs', allowed: true });
  ann.manage({ type: 'seatBot', temper: 'calm' });
  await settled();
  await place.sit('Robot', { program: true });
  await agree(ann);
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  bo.manage({ type: 'leave' }); // Bo has not consented
  await settled();
  await place.time.pass(200_000);
  expect(await consented(place)).toEqual([]);
  await playToTheEnd(place, ann); // Bo does not play in this game
  expect(await consented(place)).toEqual([LOST.replace('gameSetUp', 'gameSetUp botSat botSat')]);
});

test('PR-76c withdrawing the consent also covers earlier games, even after leaving and joining again with the same token', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  await agree(ann);
  await agree(bo);
  await playToTheEnd(place, ann);
  expect(await consented(place)).toHaveLength(1);
  bo.manage({ type: 'leave' });
  await settled();
  expect(await consented(place)).toHaveLength(1);
  await agree(await place.sit('Bo'), false);
  expect(await consented(place)).toEqual([]);
});

async function playOn(place: Place, host: Visitor): Promise<void> {
  host.manage({ type: 'playOn', events: 2 });
  await settled();
  host.do({ type: 'resume' });
  await settled();
  await place.time.pass(200_000);
  expect(place.game.status).toBe('lost');
}

test('PR-76e a continued game is not collected if a player of the earlier game had not consented', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  await agree(ann);
  await playToTheEnd(place, ann);
  bo.manage({ type: 'leave' });
  await settled();
  await playOn(place, ann);
  expect(await consented(place)).toEqual([]);
  await playOn(place, ann); // Bo had no seat in this game, but its log also has Bo's actions from the earlier game
  expect(await consented(place)).toEqual([]);
});

test('PR-76e PR-76c withdrawing the consent also covers later games that continue a game of that member', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  await agree(ann);
  await agree(bo);
  await playToTheEnd(place, ann);
  bo.manage({ type: 'leave' });
  await settled();
  await playOn(place, ann);
  expect(await consented(place)).toHaveLength(2);
  await agree(await place.sit('Bo'), false);
  expect(await consented(place)).toEqual([]);
});

test('PR-76b an abandoned game is not collected', async () => {
  const place = await Place.create();
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  await agree(ann);
  await agree(bo);
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  ann.manage({ type: 'abandon' });
  await settled();
  expect(await consented(place)).toEqual([]);
});

test('PR-76b an entry that cannot be read is reported with its version', () => {
  expect(consentedGames(['{"e":[]}', 'rubbish'])).toEqual({ ok: false, error: { unreadable: 2 } });
});
