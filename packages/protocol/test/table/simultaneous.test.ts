/**
 * Tests that two players who move different heroes at the same moment never block each other: neither in one turn of one
 * authority nor at two authorities that share a journal.
 */
import { type Command, decide, evolve, type Game, isOver, reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { type Journal, memoryJournal, type PlayCommand } from '../../src/index.ts';
import { Chance } from '../simulation/chance.ts';
import { settled, VirtualTime } from '../virtual-time.ts';
import { asked, Place, raise, type Visitor } from './table-kit.ts';

/** HUSH_RUNS multiplies the number of pairs. */
const PAIRS = 400 * Number(process.env['HUSH_RUNS'] ?? 1);

interface Duo {
  readonly places: readonly Place[];
  readonly players: readonly [Visitor, Visitor];
}

const WISH = { scenario: 5, hourglass: 3_600 };

async function atOneAuthority(): Promise<Duo> {
  const place = await Place.create({ wish: WISH });
  return { places: [place], players: [await place.sit('Ann'), await place.sit('Bo')] };
}

async function atTwoAuthorities(journal: Journal): Promise<Duo> {
  const time = new VirtualTime();
  const here = await Place.create({ wish: WISH, journal, time, salt: 'here' });
  const there = await Place.open({ journal, time, salt: 'there' });
  return { places: [here, there], players: [await here.sit('Ann'), await there.sit('Bo')] };
}

/** Called when two authorities tried to append at the same version. */
function watched(collided: () => void): Journal {
  const journal = memoryJournal();
  const append = journal.append.bind(journal);
  journal.append = async (log, expected, entries) => {
    const result = await append(log, expected, entries);
    if (!result.ok && result.error.type === 'conflict' && log.startsWith('table/')) collided();
    return result;
  };
  return journal;
}

type Pair = readonly [PlayCommand, PlayCommand];

/**
 * One command of each of two players, for different heroes; both commands are legal now, and each is still legal after
 * the other.
 */
function pairIn(game: Game, at: number, chance: Chance): Pair | null {
  const [mine, yours] = [0, 1].map(seat => reach(game, seat).filter(command => 'hero' in command));
  const one = chance.pick(mine ?? []);
  const two = chance.pick(yours ?? []);
  if (one === undefined || two === undefined || heroIn(one) === heroIn(two)) return null;
  return goTogether(game, one, two, at) && goTogether(game, two, one, at) ? [asked(one), asked(two)] : null;
}

const heroIn = (command: Command): string => ('hero' in command ? command.hero : '');

/**
 * Whether each of the two commands is still legal after the other one. Heroes may block each other's way, and a last step may change
 * what is legal; such pairs are left out.
 */
function goTogether(game: Game, first: Command, second: Command, at: number): boolean {
  const circumstances = { at, secret: { seed: '', stack: null, pile: null } };
  const verdict = decide(game, first, circumstances);
  if (!verdict.ok) return false;
  const after = verdict.value.reduce(evolve, game);
  return !isOver(after) && decide(after, second, circumstances).ok;
}

/** Sometimes lets a third player explore a tile, so that more moves become possible. */
function explorer({ players: [ann, bo] }: Duo, game: Game): readonly [Visitor, PlayCommand] | null {
  for (const [seat, player] of [ann, bo].entries()) {
    const command = reach(game, seat).find(({ type }) => type === 'explore' || type === 'lay');
    if (command !== undefined) return [player, asked(command)];
  }
  return null;
}

async function begin({ places: [place], players: [ann] }: Duo): Promise<void> {
  const { game } = place?.table.state ?? raise('no place');
  if (game !== null && !isOver(game)) ann.manage({ type: 'abandon' });
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
}

/** Sends pairs of commands; returns how many were sent, and their results. */
async function play(duo: Duo, seed: number): Promise<Readonly<Record<string, number>>> {
  const chance = new Chance(seed);
  const place = duo.places[0] ?? raise('no place');
  const [ann, bo] = duo.players;
  let [pairs, happened, refused, tries] = [0, 0, 0, 0];
  while (pairs < PAIRS) {
    if (tries++ % 400 === 0 || isOver(place.game)) await begin(duo);
    const turn = chance.happens(0.05) ? explorer(duo, place.game) : null;
    turn?.[0].do(turn[1]);
    await place.time.pass(40);
    await settled();
    const pair = pairIn(place.game, place.table.sand.at, chance);
    if (pair === null) continue;
    pairs++;
    for (const player of duo.players) player.frames.length = 0;
    const asks = [ann.do(pair[0]), bo.do(pair[1])];
    await settled();
    await settled();
    refused += ann.heard('no').length + bo.heard('no').length;
    for (const [i, player] of duo.players.entries())
      happened += player.heard('news').filter(({ m, n }) => m === player.member && n === asks[i]).length;
  }
  return { pairs, happened, refused };
}

const ALL = { pairs: PAIRS, happened: 2 * PAIRS, refused: 0 };

test('PR-9a of two simultaneous commands at one authority, neither is lost or refused', async () => {
  expect(await play(await atOneAuthority(), 1)).toEqual(ALL);
});

test('PR-9a of two simultaneous commands at two authorities, neither is lost or refused', async () => {
  let collisions = 0;
  const duo = await atTwoAuthorities(watched(() => collisions++));
  expect(await play(duo, 2)).toEqual(ALL);
  expect(collisions).toBeGreaterThanOrEqual(PAIRS); // the commands really were simultaneous
  await settled();
  const [here, there] = duo.places;
  expect(there?.table.version).toBe(here?.table.version);
  expect(there?.table.state).toEqual(here?.table.state);
});
