/** Tests of `legal`: a program asks which commands its seat may give, and may send each of them unchanged. */
import { reach } from '@hush/rules';
import { expect, test } from 'vitest';
import type { PlayCommand } from '../../src/index.ts';
import { LEGAL_APART, LEGAL_BURST } from '../../src/presence/legal-answers.ts';
import { Place, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

async function begun(stack = [2, 3, 4, 5, 6, 7, 8, 9]): Promise<{ place: Place; ann: Visitor; bo: Visitor }> {
  const place = await Place.create({ salt: 'legal', wish: { scenario: 1, stack } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'begin' });
  await settled();
  ann.do({ type: 'start' });
  await settled();
  return { place, ann, bo };
}

function legalFor(visitor: Visitor): readonly PlayCommand[] {
  visitor.say({ t: 'legal' });
  expect(visitor.last).toMatchObject({ t: 'legal' });
  return visitor.last['c'] as readonly PlayCommand[];
}

test('PR-71a every command in `legal` is accepted unchanged, and `legal` has as many commands as `reach`', async () => {
  const { place, ann, bo } = await begun();
  for (let n = 0; n < 40; n++) {
    const visitor = n % 2 === 0 ? ann : bo;
    const legal = legalFor(visitor);
    expect(legal.length).toBe(reach(place.game, n % 2).length);
    const command = legal[(n * 7) % legal.length];
    if (command === undefined) continue;
    const { version } = place.table;
    expect(visitor.last['v']).toBe(version);
    visitor.do(command);
    await settled();
    expect({ command, version: place.table.version }).toEqual({ command, version: version + 1 });
    await place.time.pass(LEGAL_APART);
  }
});

test('PR-71a a move in `legal` names its hero’s place, so it is refused if another player moved the hero first', async () => {
  const { place, ann } = await begun();
  const moves = legalFor(ann).filter(command => command.type === 'move');
  expect(moves.length).toBeGreaterThan(0);
  for (const { hero, from } of moves) expect(from).toBe(place.game.heroes[hero]);
});

test.each([[[2, 3, 4, 5, 6, 7, 8, 9]], [[9, 8, 7, 6, 5, 4, 3, 2]]])(
  'PR-71b the order of face-down tiles does not change `legal`: %j',
  async stack => {
    const lists = [stack, [5, 2, 9, 3, 8, 4, 7, 6]].map(async order => {
      const { ann, bo } = await begun(order);
      return [legalFor(ann), legalFor(bo)];
    });
    const [one, other] = await Promise.all(lists);
    expect(one).toEqual(other);
  },
);

test('PR-71c `legal` is refused for spectators, before a game, and above the rate limit', async () => {
  const place = await Place.create();
  const [ann, eve] = [await place.sit('Ann'), await place.watch()];
  await place.sit('Bo');
  eve.say({ t: 'legal' });
  expect(eve.last).toMatchObject({ t: 'no', n: 0, why: 'not-seated' });
  ann.say({ t: 'legal' });
  expect(ann.last).toMatchObject({ t: 'no', n: 0, why: 'no-game' });
  ann.manage({ type: 'begin' });
  await settled();
  for (let n = 1; n < LEGAL_BURST; n++) legalFor(ann);
  ann.say({ t: 'legal' });
  expect(ann.last).toMatchObject({ t: 'no', n: 0, why: 'too-fast' });
  await place.time.pass(LEGAL_APART);
  legalFor(ann);
});
