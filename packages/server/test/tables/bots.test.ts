/** Tests of bots at a real table with one person, on virtual time. */
import { BotPlayer, botTurn, type Memory, newMemory } from '@hush/bots';
import { recordOfTable } from '@hush/protocol';
import { type Command, isOver, parseRecord, scoreOf } from '@hush/rules';
import { expect, test } from 'vitest';
import { Chance } from '../../../protocol/test/simulation/chance.ts';
import { asked, CODE, Place, raise, type Visitor } from '../../../protocol/test/table/table-kit.ts';
import { settled } from '../../../protocol/test/virtual-time.ts';

const dice = (seed: number): (() => number) => {
  const chance = new Chance(seed);
  return () => chance.next();
};

/** A person whose decisions are those of a bot, but whose commands are sent like a person's. */
class Person {
  readonly #place: Place;
  readonly #visitor: Visitor;
  readonly #chance: () => number;
  #memory: Memory = newMemory('brisk');
  #turned = 0;

  constructor(place: Place, visitor: Visitor, chance: () => number) {
    this.#place = place;
    this.#visitor = visitor;
    this.#chance = chance;
  }

  get turned(): number {
    return this.#turned;
  }

  async lookOn(): Promise<void> {
    const { table } = this.#place;
    const look = { at: table.sand.at, chance: this.#chance, humans: [this.#visitor.seat] };
    const turn = botTurn(this.#place.game, this.#visitor.seat, this.#memory, look);
    this.#memory = turn.memory;
    if (turn.command !== undefined) this.#do(turn.command);
    await settled();
  }

  #do(command: Command): void {
    this.#turned++;
    this.#visitor.do(asked(command));
  }
}

interface Evening {
  readonly place: Place;
  readonly host: Visitor;
  readonly person: Person;
}

async function evening(seed: number, bots: number): Promise<Evening> {
  const chance = dice(seed);
  const place = await Place.create({
    salt: `evening ${seed}`,
    bots: table => new BotPlayer(table, chance),
  });
  const host = await place.sit('Ann');
  host.manage({ type: 'seatBot', temper: 'calm', seats: bots });
  host.manage({ type: 'begin' });
  host.do({ type: 'start' });
  await settled();
  return { place, host, person: new Person(place, host, chance) };
}

/** Lets time pass until the game is over, or for this long. */
async function play({ place, person }: Evening, millis = 600_000): Promise<void> {
  for (let passed = 0; passed < millis && !isOver(place.game); passed += 100) {
    await place.time.pass(100);
    await person.lookOn();
  }
}

const recordAt = async ({ place }: Evening): Promise<string> => {
  const record = await recordOfTable(CODE, place.journal, 'finished');
  return record.ok ? record.value : raise(JSON.stringify(record.error));
};

const actionsBy = (record: string, seat: string): number =>
  record.split('\n').filter(line => line.includes(`  ${seat}  `)).length;

test('TH-4d one person and three bots win scenario 1, everybody acts, and the record of the game is proven', async () => {
  const wins = [];
  for (const seed of [1, 2, 3]) {
    const party = await evening(seed, 3);
    await play(party);
    wins.push(party.place.game.status === 'won');
    if (!wins.at(-1)) continue;
    const record = await recordAt(party);
    expect(party.person.turned).toBeGreaterThan(5);
    for (const seat of ['p1', 'p2', 'p3', 'p4']) expect(actionsBy(record, seat)).toBeGreaterThan(3);
    const events = parseRecord(record);
    expect(events.ok && scoreOf(events.value)).toMatchObject({ ok: true, value: { deviations: ['bots'] } });
  }
  expect(wins.filter(won => won).length).toBeGreaterThan(0);
});

test('PR-59b bots continue after a restart in the middle of a game', async () => {
  const party = await evening(4, 3);
  const { place } = party;
  await play(party, 30_000);
  const { version } = place.table;
  await place.restart();
  await place.time.pass(200);
  const back = await place.sit('Ann');
  await place.time.pass(30_000);
  expect(back.member).toBe(1);
  expect(place.table.version).toBeGreaterThan(version);
});

test('PR-22c no command of a bot is refused, and bots do nothing while no person is connected', async () => {
  const party = await evening(5, 3);
  const { place, host } = party;
  await play(party, 20_000);
  place.table.disconnect(host);
  await settled();
  const { version } = place.table;
  await place.time.pass(20_000);
  expect(place.table.version).toBe(version);
  expect(host.heard('no').filter(({ n }) => n === 0)).toEqual([]);
});
