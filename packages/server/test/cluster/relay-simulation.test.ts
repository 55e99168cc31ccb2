/**
 * Runs the simulation of the protocol with a relay between connections and their table, on a bus that delays and
 * loses packets. Packets are numbered, so a lost one closes connections, and pages reconnect; without numbers, pages
 * would lack messages.
 */
import { randomInt } from 'node:crypto';
import { CLOSE_CODES, type Client, type ClientMessage, type Table } from '@hush/protocol';
import { expect, test } from 'vitest';
import type { Chance } from '../../../protocol/test/simulation/chance.ts';
import { CODE, type MakePassage, type Passage } from '../../../protocol/test/simulation/node.ts';
import { simulate } from '../../../protocol/test/simulation/simulate.ts';
import type { VirtualTime } from '../../../protocol/test/virtual-time.ts';
import type { NodeBus } from '../../src/cluster/bus.ts';
import type { RelayedTables } from '../../src/cluster/relayed-tables.ts';
import type { Room } from '../../src/tables/open-table.ts';
import { memoryBus, nodeOf, OWNER, tablesOf } from './relayed-kit.ts';

/** HUSH_RELAY_SEEDS=1 HUSH_FIRST=4711 prints the log of one run. */
const SEEDS = Number(process.env['HUSH_RELAY_SEEDS'] ?? 50);
const FIRST = Number(process.env['HUSH_FIRST'] ?? 0);
/** Every run of `npm test` also has new seeds; a campaign goes on after its first half. */
const FRESH = process.env['HUSH_FIRST'] === undefined ? randomInt(SEEDS, 1_000_000_000) : FIRST + half(SEEDS);
/** The time after which the bus loses no packets, because every simulation ends with a phase without faults. */
const LOSES_UNTIL = 6_000;
const LOST = 0.03;
const DELAY = 5;

interface Weather {
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** Whether the bug is planted that a lost packet is ignored. */
  readonly isUnnumbered: boolean;
}

/** A bus that delivers packets in order and loses some. */
function badBus({ time, chance, isUnnumbered }: Weather): NodeBus & { readonly lost: () => number } {
  const well = memoryBus();
  const counts = new Map<string, number>();
  let [last, lost] = [0, 0];
  const renumbered = (text: string): string => {
    const packet = JSON.parse(text) as { readonly row?: string };
    if (!isUnnumbered || packet.row === undefined) return text;
    const no = (counts.get(packet.row) ?? 0) + 1;
    counts.set(packet.row, no);
    return JSON.stringify({ ...packet, no });
  };
  return {
    ...well,
    lost: () => lost,
    publish: (subject, text) => {
      if (time.passed < LOSES_UNTIL && chance.happens(LOST)) {
        lost++;
        return;
      }
      last = Math.max(last, time.now + DELAY * chance.next());
      const told = renumbered(text);
      time.later(last - time.now, () => well.publish(subject, told));
    },
  };
}

/** A layer that reaches a table as a server's sockets do: messages that arrive while the table is looked up wait. */
class Gate implements Passage {
  readonly #tables: RelayedTables;
  readonly #rooms = new Map<Client, Room>();
  readonly #waiting = new Map<Client, ClientMessage[]>();

  constructor(tables: RelayedTables) {
    this.#tables = tables;
  }

  receive(client: Client, message: ClientMessage): void {
    const waiting = this.#waiting.get(client);
    const room = this.#rooms.get(client);
    if (waiting !== undefined) waiting.push(message);
    else if (message.t === 'hello') void this.#enter(client, message);
    else if (room !== undefined) this.#tables.attend(room, client, message);
  }

  async #enter(client: Client, hello: Extract<ClientMessage, { readonly t: 'hello' }>): Promise<void> {
    this.#leave(client);
    this.#waiting.set(client, []);
    const found = await this.#tables.find(CODE, hello.token);
    const waiting = this.#waiting.get(client);
    if (waiting === undefined) return; // the connection has ended meanwhile
    this.#waiting.delete(client);
    if (!found.ok) return client.close(CLOSE_CODES.tryLater, found.error);
    this.#rooms.set(client, found.value);
    this.#tables.enter(found.value, client, hello);
    for (const message of waiting) this.receive(client, message);
  }

  disconnect(client: Client): void {
    this.#waiting.delete(client);
    this.#leave(client);
  }

  #leave(client: Client): void {
    const room = this.#rooms.get(client);
    this.#rooms.delete(client);
    if (room !== undefined) this.#tables.leave(room, client);
  }
}

let lost = 0;

const relay =
  (isUnnumbered: boolean): MakePassage =>
  (table: Table, { time, chance }) => {
    const bus = badBus({ time, chance, isUnnumbered });
    const nodes: RelayedTables[] = [];
    const broken = (): void => {
      lost += bus.lost();
      for (const [at, node] of nodes.entries()) node.broken(at === 0 ? 'gate' : OWNER);
    };
    nodes.push(
      nodeOf(
        OWNER,
        bus,
        tablesOf(() => table),
        { broken },
      ),
    );
    const gate = nodeOf(
      'gate',
      bus,
      tablesOf(() => table),
      { broken },
    );
    nodes.push(gate);
    return new Gate(gate);
  };

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

function half(seeds: number): number {
  return Math.ceil(seeds / 2);
}

const findings = async (isUnnumbered: boolean, first: number, seeds: number): Promise<readonly string[]> => {
  const violations: string[] = [];
  for (let seed = first; seed < first + seeds && violations.length < 3; seed++) {
    const { violation } = await simulate(seed, {
      passage: relay(isUnnumbered),
      ...(SEEDS === 1 ? { tell } : {}),
    });
    if (violation !== null) violations.push(`HUSH_RELAY_SEEDS=1 HUSH_FIRST=${seed}: ${violation.message}`);
  }
  return violations;
};

test('CL-15a although packets between nodes are late or lost, in the end every page has every answer and the same state', async () => {
  expect(await findings(false, FIRST, half(SEEDS))).toEqual([]);
  if (SEEDS > 1) expect(await findings(false, FRESH, half(SEEDS))).toEqual([]);
  expect(lost).toBeGreaterThan(0);
});

test('CL-15b if packets are not numbered, the simulation finds that a page lacks a message', async () => {
  expect(await findings(true, FIRST, SEEDS)).not.toEqual([]);
});
