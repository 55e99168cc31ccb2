/** Tests of messages between nodes and of the owners of tables, on a real NATS server. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { natsBus } from '../../src/cluster/bus.ts';
import { FORMATS } from '../../src/cluster/formats.ts';
import { LiveNodes } from '../../src/cluster/live-nodes.ts';
import { NodeLines, type NodeMessage } from '../../src/cluster/node-lines.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { NatsServers } from './nats-servers.ts';

let servers: NatsServers;

beforeAll(async () => {
  servers = await NatsServers.start({ servers: 1 });
});
afterAll(() => servers.stop());

async function connection(): Promise<NatsConnection> {
  const opened = await connect({ servers: servers.urls.map(url => url.replace('nats://', '')) });
  onTestFinished(() => opened.close());
  return opened;
}

interface TestLines {
  readonly lines: NodeLines;
  readonly heard: NodeMessage[];
  readonly broken: string[];
}

async function linesOf(node: string): Promise<TestLines> {
  const [heard, broken]: [NodeMessage[], string[]] = [[], []];
  const opened = await connection();
  const lines = new NodeLines({
    bus: natsBus(opened),
    space: 'lines',
    node,
    reads: FORMATS,
    writes: () => 1,
    soon: then => void setImmediate(then),
    heard: (_, message) => heard.push(message),
    broken: other => broken.push(other),
  });
  await opened.flush(); // waits until NATS knows the subscription; messages published before are dropped
  return { lines, heard, broken };
}

const frame = (line: number, text: string): NodeMessage => ({ t: 'frame', lines: [line], frame: text });

test('CL-10e messages arrive in order, and a frame for many connections is sent once', async () => {
  const [a, b] = [await linesOf('a'), await linesOf('b')];
  for (const line of [1, 2, 3]) a.lines.send('b', frame(line, 'same'));
  a.lines.send('b', frame(1, 'other'));
  await expect
    .poll(() => b.heard)
    .toEqual([
      { t: 'frame', lines: [1, 2, 3], frame: 'same' },
      { t: 'frame', lines: [1], frame: 'other' },
    ]);
  for (let n = 0; n < 500; n++) a.lines.send('b', frame(n, `${n}`.repeat(1_000)));
  await expect.poll(() => b.heard.length).toBe(502);
  expect(b.broken).toEqual([]);
});

test('CL-10e after a lost packet, sender and receiver close their connections once, and the next packet starts a new numbering', async () => {
  const [a, b, forger] = [await linesOf('c'), await linesOf('d'), await connection()];
  a.lines.send('d', frame(1, 'one'));
  await expect.poll(() => b.heard.length).toBe(1);
  const packets: string[] = [];
  forger.subscribe('lines.to.d', { callback: (_, message) => void packets.push(message.string()) });
  await forger.flush();
  a.lines.send('d', frame(1, 'two'));
  await expect.poll(() => packets.length).toBe(1);
  // Sends a packet whose number skips one, as if the packet before it had been lost.
  const packet = JSON.parse(packets[0] ?? '') as { readonly no: number };
  forger.publish('lines.to.d', JSON.stringify({ ...packet, no: packet.no + 2 }));
  await expect.poll(() => b.broken).toEqual(['c']);
  await expect.poll(() => a.broken).toEqual(['d']);
  a.lines.send('d', frame(1, 'anew'));
  await expect.poll(() => b.heard.at(-1)).toEqual(frame(1, 'anew'));
  expect(b.heard).toHaveLength(3);
});

test('CL-10e a node that counted another one as gone starts a new numbering, and the other node closes the old connections', async () => {
  const [a, b] = [await linesOf('e'), await linesOf('f')];
  a.lines.send('f', frame(1, 'one'));
  await expect.poll(() => b.heard.length).toBe(1);
  a.lines.forget('f');
  a.lines.send('f', frame(2, 'two'));
  await expect.poll(() => b.heard.length).toBe(2);
  expect(b.broken).toEqual(['e']);
  a.lines.send('f', frame(2, 'three'));
  await expect.poll(() => b.heard.length).toBe(3);
  expect([a.broken, b.broken]).toEqual([[], ['e']]);
});

test('CL-10f all nodes compute the same owner of a table, and when a node leaves, only its own tables move', async () => {
  const names = ['x', 'y', 'z'];
  const nodes: LiveNodes[] = [];
  for (const node of names)
    nodes.push(
      new LiveNodes({
        bus: natsBus(await connection()),
        clock: systemClock,
        space: 'owners',
        node,
        reads: FORMATS,
        protocol: 1,
        vocabulary: 1,
        timeout: 600_000, // long, because a busy machine may be silent, and this test is not about timeouts
        changed: () => undefined,
      }),
    );
  expect(await Promise.all(nodes.map(node => node.join()))).toEqual([null, null, null]);
  for (const node of nodes) await expect.poll(() => [...node.up].sort()).toEqual(names);
  const codes = Array.from({ length: 300 }, (_, i) => `CODE${i}`);
  const [x, y, z] = nodes as [LiveNodes, LiveNodes, LiveNodes];
  const before = codes.map(code => x.ownerOf(code));
  expect(codes.map(code => z.ownerOf(code))).toEqual(before);
  for (const name of names) expect(before.filter(owner => owner === name).length).toBeGreaterThan(50);
  y.leave();
  await expect.poll(() => x.up.includes('y')).toBe(false);
  for (const [i, code] of codes.entries()) {
    const owner = x.ownerOf(code);
    if (before[i] === 'y') expect(owner).not.toBe('y');
    else expect(owner).toBe(before[i]);
  }
  for (const node of [x, z]) node.leave();
});
