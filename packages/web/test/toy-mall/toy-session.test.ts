/**
 * Tests of the toy mall on a real table: own moves are shown at once, moves of others come through the table, and no
 * other command works.
 */
import { type Action, type Game, HEROES, reach } from '@hush/rules';
import { afterEach, expect, test } from 'vitest';
import type { Session } from '../../src/table/session.ts';
import { toyGame, toyMall } from '../../src/toy-mall/toy-game.ts';
import { openToySession } from '../../src/toy-mall/toy-session.ts';
import { Evening, speak } from '../table/play-kit.ts';

const evenings: Evening[] = [];
afterEach(() => {
  for (const evening of evenings.splice(0)) evening.close();
});

async function gather(players: number, delay = 0): Promise<readonly Session[]> {
  await speak('en');
  const evening = new Evening({ scenario: 1 });
  evenings.push(evening);
  const seated: Session[] = [];
  for (let i = 0; i < players; i++) seated.push(await evening.sit(`Player${i}`, delay));
  return seated.map(session => openToySession(session).session);
}

const pass = (millis: number): Promise<void> => evenings[0]?.pass(millis) ?? Promise.resolve();

const gameOf = (session: Session | undefined): Game => {
  const game = session?.game.peek();
  if (game === undefined || game === null) throw new Error('no toy mall');
  return game;
};

/** Makes the first move that a seat may make. */
function moveFirst(session: Session | undefined): void {
  const command = reach(gameOf(session), session?.seat.peek() ?? -1).find(({ type }) => type === 'move');
  if (command?.type !== 'move') throw new Error('nobody can go');
  const { seat: _, ...rest } = command;
  session?.do(rest);
}

test.each([2, 3, 4, 8])(
  'PR-36b each of %d members has the actions of the next deal and can move at once',
  async players => {
    const toys = await gather(players);
    for (const [seat, toy] of toys.entries()) {
      expect(gameOf(toy).actionTiles[seat]).toEqual(toy.lobby.peek()?.deal[seat]);
      expect(reach(gameOf(toy), seat).some(({ type }) => type === 'move')).toBe(true);
    }
  },
);

test('PR-36c a move is shown at once to its author and then to the others, with its author’s name', async () => {
  const [ann, bo] = await gather(2, 40);
  const heard: unknown[] = [];
  bo?.listen(notice => heard.push(notice.type === 'news' ? [notice.member, notice.mine] : notice.type));
  const before = gameOf(ann).heroes;
  moveFirst(ann);
  expect(gameOf(ann).heroes).not.toEqual(before);
  expect(gameOf(bo).heroes).toEqual(before);
  await pass(200);
  expect(gameOf(bo).heroes).toEqual(gameOf(ann).heroes);
  expect(heard).toEqual([[ann?.member.peek(), false]]);
});

test('PR-36c a player’s own move that is not confirmed yet is not undone by an older position from the table', async () => {
  const [ann, bo] = await gather(2, 40);
  moveFirst(ann);
  const mine = gameOf(ann).heroes;
  await pass(30);
  moveFirst(bo); // this may be the same hero, because Bo has not received Ann's move yet
  await pass(20);
  const moved = HEROES.find(hero => mine[hero] !== toyGame(toyMall([]), {}).heroes[hero]);
  expect(moved === undefined ? null : gameOf(ann).heroes[moved]).toBe(
    moved === undefined ? null : mine[moved],
  );
  await pass(500);
  expect(gameOf(ann).heroes).toEqual(gameOf(bo).heroes);
});

test('PR-36c places outside the toy mall, in a wall or under another hero are ignored', () => {
  const mall = toyMall([['north'], ['south']]);
  const { heroes } = mall;
  const taken = heroes.mage ?? -1;
  expect(toyGame(mall, { elf: 99 * 16, dwarf: 16 * 5 }).heroes).toEqual(heroes);
  expect(toyGame(mall, { elf: taken }).heroes).toEqual(heroes);
});

test('PR-36b the mall object stays the same as long as the deal is the same', () => {
  const deal: readonly (readonly Action[])[] = [['north'], ['south']];
  const mall = toyMall(deal);
  expect(toyGame(mall, { elf: 20 }).setUp).toBe(mall.setUp);
});
