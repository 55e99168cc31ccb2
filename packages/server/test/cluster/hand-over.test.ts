/** Tests of tables that move between nodes, and of nodes of two builds, on a bus in memory and virtual time. */
import { err, ok } from '@hush/rules';
import { expect, test } from 'vitest';
import { Place } from '../../../protocol/test/table/table-kit.ts';
import { settled } from '../../../protocol/test/virtual-time.ts';
import type { NodeBus } from '../../src/cluster/bus.ts';
import { momentsIn } from '../../src/cluster/cluster-moments.ts';
import { FORMATS, type FormatRange } from '../../src/cluster/formats.ts';
import { LiveNodes } from '../../src/cluster/live-nodes.ts';
import { decodeMessage, encodeMessage, FIRST_LINK } from '../../src/cluster/log-message.ts';
import { NodeLines, type NodeMessage } from '../../src/cluster/node-lines.ts';
import { type OwnTables, RelayedTables } from '../../src/cluster/relayed-tables.ts';
import { roomOf } from '../../src/tables/open-table.ts';
import { StillClock } from '../server-kit.ts';
import { memoryBus } from './relayed-kit.ts';

const SPACE = 'test';
const LATER: FormatRange = { oldest: 1, newest: FORMATS.newest + 1 };

/** Several nodes on one bus; `story` lists in order what their tables do. */
class TestCluster {
  readonly clock = new StillClock();
  readonly bus = memoryBus();
  /** Nodes that were killed: they say nothing, and NATS knows that they do not listen. */
  readonly killed = new Set<string>();
  /** Nodes that say nothing and do not answer, but are still connected. */
  readonly frozen = new Set<string>();
  readonly story: string[] = [];
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Starts a node; returns a sentence if it may not join. */
  async join(
    node: string,
    { reads = FORMATS, vocabulary = 3, can = () => true, opened = Promise.resolve() }: NodeOptions = {},
  ): Promise<{ readonly nodes: LiveNodes; readonly tables: RelayedTables; readonly problem: string | null }> {
    const { clock } = this;
    const bus = this.#busOf(node);
    let tables: RelayedTables | null = null;
    const nodes = new LiveNodes({
      bus,
      clock,
      space: SPACE,
      node,
      reads,
      protocol: 3,
      vocabulary,
      timeout: 2_000,
      changed: () => void tables?.letGo(),
    });
    const lines = new NodeLines({
      bus,
      space: SPACE,
      node,
      reads,
      writes: () => nodes.format,
      soon: then => then(),
      heard: (from, message) => tables?.heard(from, message),
      broken: () => undefined,
    });
    tables = new RelayedTables({
      bus,
      clock,
      space: SPACE,
      nodes,
      lines,
      registry: this.#registry(node, can, opened),
    });
    const joining = nodes.join();
    await settled();
    this.pass(1_200);
    return { nodes, tables, problem: await joining };
  }

  pass(millis: number): void {
    this.clock.pass(millis);
  }

  /** Passes time in small steps, so that answers arrive between them. */
  async passSlowly(millis: number): Promise<void> {
    for (let passed = 0; passed < millis; passed += 50) {
      this.clock.pass(50);
      await settled();
    }
  }

  #busOf(node: string): NodeBus {
    const { bus, killed, frozen } = this;
    const isMute = (other: string): boolean => killed.has(other) || frozen.has(other);
    const nodeIn = (subject: string): string => subject.split('.').at(-1) ?? '';
    return {
      ...bus,
      publish: (subject, text) => {
        if (!isMute(node)) bus.publish(subject, text);
      },
      subscribe: (subject, hear) =>
        bus.subscribe(subject, (text, answer) => {
          if (!isMute(node)) hear(text, answer);
        }),
      ask: async (subject, text, within) => (isMute(nodeIn(subject)) ? null : bus.ask(subject, text, within)),
      hasListener: async (subject, within) =>
        !killed.has(nodeIn(subject)) && bus.hasListener(subject, within),
    };
  }

  #registry(node: string, can: (code: string) => boolean, opened: Promise<void>): OwnTables {
    const open = new Map<string, ReturnType<typeof roomOf>>();
    const room = (code: string): ReturnType<typeof roomOf> =>
      roomOf(
        new Proxy(this.#place.table, {
          get: (table, name) => (name === 'code' ? code : Reflect.get(table, name)),
        }),
      );
    return {
      get open() {
        return [...open.values()];
      },
      opened: code => open.get(code),
      find: async code => {
        if (!can(code)) return err('newer');
        await opened;
        if (!open.has(code)) this.story.push(`${node} opens ${code}`);
        open.set(code, open.get(code) ?? room(code));
        return ok(open.get(code) ?? room(code));
      },
      enter: () => undefined,
      attend: () => undefined,
      refresh: () => undefined,
      leave: () => undefined,
      shut: async code => {
        await settled(); // the sand of the table is stopped meanwhile
        if (open.delete(code)) this.story.push(`${node} gives ${code}`);
        return 0;
      },
    };
  }
}

interface NodeOptions {
  readonly reads?: FormatRange;
  readonly vocabulary?: number;
  /** Opening a table takes until this promise resolves. */
  readonly opened?: Promise<void>;
  /** Whether this node's build can read the table. */
  readonly can?: (code: string) => boolean;
}

const testCluster = async (): Promise<TestCluster> => new TestCluster(await Place.create());
const codes = Array.from({ length: 12 }, (_, i) => `CODE${i}`);

test('CL-13a a draining node releases its tables one by one, and each is opened by another node only after its release', async () => {
  const cluster = await testCluster();
  const a = await cluster.join('a');
  for (const code of codes) await a.tables.find(code);
  const b = await cluster.join('b');
  await a.tables.letGo();
  for (let turns = 0; turns < codes.length; turns++) await settled();
  cluster.story.length = 0;
  const own = codes.filter(code => a.nodes.ownerOf(code) === 'a');
  expect(own.length).toBeGreaterThan(2);
  a.nodes.drain();
  const [first = ''] = own.slice(-1);
  const found = await b.tables.find(first); // a client connects while the table moves
  await settled();
  await a.tables.letGo();
  expect(found.ok).toBe(true);
  expect(cluster.story.filter(line => line.startsWith('a gives')).sort()).toEqual(
    own.map(code => `a gives ${code}`).sort(),
  );
  expect(cluster.story.indexOf(`a gives ${first}`)).toBeLessThan(cluster.story.indexOf(`b opens ${first}`));
});

test('CL-13b a node that has just started asks the earlier owner to release a table before it opens the table', async () => {
  const cluster = await testCluster();
  const a = await cluster.join('a');
  cluster.pass(60_000);
  for (const code of codes) await a.tables.find(code);
  const b = await cluster.join('b');
  const moved = codes.filter(code => b.nodes.ownerOf(code) === 'b');
  expect(moved.length).toBeGreaterThan(0);
  for (const code of moved) {
    expect(b.nodes.holdersOf(code)).toEqual(['a']);
    await b.tables.find(code);
    expect(cluster.story.indexOf(`a gives ${code}`)).toBeGreaterThan(-1);
    expect(cluster.story.indexOf(`a gives ${code}`)).toBeLessThan(cluster.story.indexOf(`b opens ${code}`));
  }
  cluster.pass(60_000);
  for (const code of moved) expect(b.nodes.holdersOf(code)).toEqual([]);
});

test('CL-10i a killed node counts as gone after one second of silence, and a silent node that is still connected after the timeout', async () => {
  const cluster = await testCluster();
  const a = await cluster.join('a');
  await cluster.join('b');
  await cluster.join('c');
  cluster.killed.add('b');
  cluster.frozen.add('c');
  await cluster.passSlowly(750); // node b announced itself 200 ms before the kill, node c at that moment
  expect(a.nodes.up).toEqual(['b', 'c', 'a']);
  await cluster.passSlowly(200);
  expect(a.nodes.up).toEqual(['c', 'a']);
  await cluster.passSlowly(1_000);
  expect(a.nodes.up).toEqual(['c', 'a']);
  await cluster.passSlowly(200);
  expect(a.nodes.up).toEqual(['a']);
});

test('CL-10i a player who looks for a table of a killed node waits until another node owns the table, and is not sent away', async () => {
  const cluster = await testCluster();
  const a = await cluster.join('a');
  const b = await cluster.join('b');
  const code = codes.find(one => a.nodes.ownerOf(one) === 'b') ?? '';
  await b.tables.find(code);
  cluster.killed.add('b');
  const finding = a.tables.find(code);
  await cluster.passSlowly(1_500);
  expect(await finding).toMatchObject({ ok: true });
  expect(cluster.story.slice(-2)).toEqual([`b opens ${code}`, `a opens ${code}`]);
});

test('CL-10i a player who looks for a table while nodes do not agree about its owner is sent away after five seconds', async () => {
  const cluster = await testCluster();
  const a = await cluster.join('a');
  await cluster.join('b');
  const code = codes.find(one => a.nodes.ownerOf(one) === 'b') ?? '';
  cluster.bus.subscribe('test.find.b', (_, answer) =>
    answer(JSON.stringify({ error: 'unavailable', isElsewhere: true })),
  );
  const finding = a.tables.find(code);
  await cluster.passSlowly(5_200);
  expect(await finding).toEqual({ ok: false, error: 'unavailable' });
});

test('CL-10i a player who looks for a table that cannot be read for two seconds, because NATS elects a leader, waits and finds the table', async () => {
  const cluster = await testCluster();
  const a = await cluster.join('a');
  await cluster.join('b');
  const code = codes.find(one => a.nodes.ownerOf(one) === 'b') ?? '';
  const until = cluster.clock.now() + 2_000;
  cluster.bus.subscribe('test.find.b', (_, answer) => {
    if (cluster.clock.now() < until) answer(JSON.stringify({ error: 'unavailable' }));
  });
  const finding = a.tables.find(code);
  await cluster.passSlowly(2_500);
  expect(await finding).toMatchObject({ ok: true });
});

test('CL-13c nodes write the highest format that every live node reads, so a new format begins when the last old node stops', async () => {
  const cluster = await testCluster();
  const old = await cluster.join('old');
  const later = await cluster.join('later', { reads: LATER });
  expect([old.nodes.format, later.nodes.format]).toEqual([FORMATS.newest, FORMATS.newest]);
  old.nodes.leave();
  expect(later.nodes.format).toBe(LATER.newest);
  cluster.pass(500); // waits until the node has announced its formats
  const { problem } = await cluster.join('rolled-back');
  expect(problem).toBe(
    'The nodes of this cluster write format 3, and this Hush reads formats 1 to 2: start a Hush of their version.',
  );
});

test('CL-13h events of a new format are used when every live node reads them, and then a node that cannot read them is refused', async () => {
  const cluster = await testCluster();
  const old = await cluster.join('old', { vocabulary: 3 });
  const later = await cluster.join('later', { vocabulary: 4 });
  const last = await cluster.join('last', { vocabulary: 5 });
  expect([old, later, last].map(({ nodes }) => nodes.vocabulary)).toEqual([3, 3, 3]);
  old.nodes.drain();
  expect(last.nodes.vocabulary).toBe(3); // the draining node still has tables
  old.nodes.leave();
  expect([later, last].map(({ nodes }) => nodes.vocabulary)).toEqual([4, 4]);
  cluster.pass(500); // waits until the nodes have announced what they write
  expect((await cluster.join('rolled-back', { vocabulary: 3 })).problem).toBe(
    'The nodes of this cluster write events of version 4, and this Hush reads version 3: start a Hush of their version.',
  );
});

test('CL-13d packets, log messages and moments carry their format, and a build refuses formats that it cannot read', () => {
  const message = {
    type: 'entries',
    first: 1,
    life: FIRST_LINK,
    prev: FIRST_LINK,
    id: FIRST_LINK,
    entries: ['x'],
  } as const;
  for (const format of [1, LATER.newest]) {
    const bytes = encodeMessage(message, format);
    expect(decodeMessage(bytes, LATER)).toEqual({ type: 'read', message });
    expect(decodeMessage(bytes, FORMATS).type).toBe(format === 1 ? 'read' : 'newer');
  }
  const moment = 'table/A 00 1 4000';
  expect(momentsIn(moment, FORMATS).size).toBe(1);
  expect(momentsIn(`#${LATER.newest}\n${moment}`, LATER).get('table/A')).toMatchObject({
    game: 1,
    at: 4_000,
  });
  expect(momentsIn(`#${LATER.newest}\n${moment}`, FORMATS).size).toBe(0);
  const bus = memoryBus();
  const heard: NodeMessage[] = [];
  const broken: string[] = [];
  const lines = (node: string, reads: FormatRange, writes: number): NodeLines =>
    new NodeLines({
      bus,
      space: SPACE,
      node,
      reads,
      writes: () => writes,
      soon: then => then(),
      heard: (_, told) => heard.push(told),
      broken: other => broken.push(`${node} ${other}`),
    });
  lines('old', FORMATS, 1);
  lines('new', LATER, 1).send('old', { t: 'left', line: 1 });
  expect(heard).toEqual([{ t: 'left', line: 1 }]);
  lines('hasty', LATER, LATER.newest).send('old', { t: 'left', line: 2 });
  expect(heard).toHaveLength(1);
  expect(broken).toContain('old hasty');
});

test('CL-13e a node that is just opening a table in place of its owner keeps it, while other nodes come and go', async () => {
  const cluster = await testCluster();
  const old = await cluster.join('old', { vocabulary: 3, can: () => false });
  let go = (): void => undefined;
  const opened = new Promise<void>(resolve => {
    go = resolve;
  });
  const later = await cluster.join('later', { vocabulary: 4, opened });
  const code = codes.find(one => old.nodes.ownerOf(one) === 'old') ?? '';
  const finding = later.tables.find(code);
  await settled();
  await later.tables.letGo();
  go();
  await finding;
  await later.tables.letGo();
  expect(cluster.story).toEqual([`later opens ${code}`]);
});

/** A message of each released format, as that release wrote it; these texts never change. */
const GOLDEN = [
  '010000000000012c010203040506070811121314151617182122232425262728087b2265223a5b5d7d07c5bcc3b3c58277',
];

test.each(GOLDEN)('CL-13d a message of an earlier release is read with its meaning then: %s', hex => {
  expect(decodeMessage(Buffer.from(hex, 'hex'))).toEqual({
    type: 'read',
    message: {
      type: 'entries',
      first: 300,
      life: '0102030405060708',
      prev: '1112131415161718',
      id: '2122232425262728',
      entries: ['{"e":[]}', 'żółw'],
    },
  });
});

test('CL-13e a node with a later build opens a table that the owner’s build cannot read, until an owner can read it', async () => {
  const cluster = await testCluster();
  const old = await cluster.join('old', { vocabulary: 3, can: () => false });
  expect(await old.tables.find('CODE0')).toEqual({ ok: false, error: 'newer' });
  const later = await cluster.join('later', { vocabulary: 4 });
  const gates = [old, later];
  const of = codes.filter(code => old.nodes.ownerOf(code) === 'old');
  expect(of.length).toBeGreaterThan(0);
  for (const code of of) for (const gate of gates) expect((await gate.tables.find(code)).ok).toBe(true);
  expect(cluster.story).toEqual(of.map(code => `later opens ${code}`));
  await later.tables.letGo();
  expect(cluster.story).toHaveLength(of.length); // the node keeps these tables
  old.nodes.leave();
  await cluster.join('new', { vocabulary: 4 });
  await settled();
  await later.tables.letGo();
  const back = of.filter(code => later.nodes.ownerOf(code) === 'new');
  for (const code of back) expect(cluster.story).toContain(`later gives ${code}`);
});
