/** Tests of the client's connection against a scripted server: heartbeats, timeouts, and the estimate of the server's time. */
import { expect, test } from 'vitest';
import {
  CLOSE_CODES,
  Connection,
  FINAL_CODES,
  type Notice,
  type ServerMessage,
  type SocketEvents,
} from '../../src/index.ts';
import { VirtualTime } from '../virtual-time.ts';

const WELCOME: ServerMessage = {
  t: 'welcome',
  protocol: 1,
  table: 'BCDFGHJK',
  member: 1,
  n: 0,
  v: 1,
  snapshot: {
    wish: { scenario: 1 },
    seats: [1],
    host: 1,
    locked: false,
    ready: [],
    nextMember: 2,
    game: null,
    games: 0,
  },
  people: [],
  here: [1],
  sand: { at: 10_000, runs: true },
};

interface Sent {
  readonly t: string;
  readonly at?: number;
  readonly n?: number;
}

function line() {
  const time = new VirtualTime();
  const sockets: { readonly events: SocketEvents; readonly sent: Sent[]; isClosed: boolean }[] = [];
  let moments: number[] = [];
  const notices: Notice[] = [];
  const connection = new Connection(
    { table: 'BCDFGHJK' },
    {
      now: () => time.now,
      later: time.later,
      chance: () => 0.5,
      connect: events => {
        const socket = { events, sent: [] as Sent[], isClosed: false };
        sockets.push(socket);
        moments = [];
        return {
          send: text => {
            socket.sent.push(JSON.parse(text));
            moments.push(time.passed);
          },
          close: () => {
            socket.isClosed = true;
          },
        };
      },
    },
    { noticed: notice => notices.push(notice) },
  );
  const pass = (millis: number): void => time.passAtOnce(millis);
  const last = () => sockets.at(-1) ?? raise('no socket');
  const say = (message: ServerMessage): void => last().events.heard(JSON.stringify(message));
  const greet = (): void => {
    last().events.opened();
    say(WELCOME);
  };
  return { connection, sockets, notices, last, pass, say, greet, moments: () => moments };
}

function raise(why: string): never {
  throw new Error(why);
}

const pings = (sent: readonly Sent[]): number => sent.filter(({ t }) => t === 'ping').length;

test('PR-13b PR-14b a client sends pings even while it constantly receives other messages', () => {
  const { greet, last, pass, say } = line();
  greet();
  for (let i = 0; i < 100; i++) {
    pass(100);
    say({ t: 'here', here: [1] });
  }
  expect(pings(last().sent)).toBeGreaterThanOrEqual(3);
});

test('PR-14b after eight seconds without a frame a client closes the connection and opens another', () => {
  const { connection, greet, sockets, pass } = line();
  greet();
  pass(7_999);
  expect(connection.status.type).toBe('online');
  pass(1);
  expect(sockets[0]?.isClosed).toBe(true);
  expect(connection.status.type).toBe('waiting');
  pass(250);
  expect(sockets.length).toBe(2);
});

test('PR-15a if a listener closes the client when told of a retry, the client does not connect again', () => {
  const time = new VirtualTime();
  let connected = 0;
  let end: SocketEvents['closed'] = () => undefined;
  const connection: Connection = new Connection(
    { table: 'BCDFGHJK' },
    {
      now: () => time.now,
      later: time.later,
      chance: () => 0.5,
      connect: ({ closed }) => {
        connected++;
        end = closed;
        return { send: () => undefined, close: () => undefined };
      },
    },
    { changed: ({ type }) => type === 'waiting' && connection.close() },
  );
  end(1006, '');
  time.passAtOnce(60_000);
  expect(connection.status.type).toBe('ended');
  expect(connected).toBe(1);
});

test('PR-14b a client gives up a connection that never opens', () => {
  const { sockets, pass } = line();
  pass(8_000);
  expect(sockets[0]?.isClosed).toBe(true);
  pass(4_000);
  expect(sockets.length).toBe(2);
});

test('PR-13b the first pong after the welcome corrects the client’s estimate of the sand', () => {
  const { connection, greet, last, pass, say } = line();
  greet(); // the welcome was sent 150 ms ago, which the client cannot know
  expect(connection.mirror.sandNow()).toBe(10_000);
  const ping = last().sent.find(({ t }) => t === 'ping');
  expect(ping).not.toHaveProperty('ms'); // no round trip has been measured yet
  const asked = ping?.at ?? raise('the time was not asked for');
  pass(300);
  say({ t: 'pong', at: asked, sand: { at: 10_300, runs: true } });
  expect(connection.mirror.sandNow()).toBe(10_450);
});

test('PR-15a the backoff between attempts to connect grows to five seconds', () => {
  const { connection, greet, last, pass, sockets } = line();
  greet();
  const waits: number[] = [];
  for (let i = 0; i < 40; i++) {
    last().events.closed(1006, 'refused');
    if (connection.status.type !== 'waiting') raise('not waiting');
    else waits.push(connection.status.retryAfter);
    pass(waits.at(-1) ?? 0);
  }
  expect(waits.slice(0, 3)).toEqual([125, 125, 125]);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBe(2_500);
  const gone = waits.slice(0, 10).reduce((sum, wait) => sum + wait, 0);
  // with this test's random numbers, the wait is a quarter of the time since the connection was lost
  expect(waits[10]).toBeCloseTo(gone / 4);
  greet();
  last().events.closed(1006, 'gone');
  expect(connection.status).toEqual({ type: 'waiting', retryAfter: 125 });
  expect(sockets.length).toBe(41);
});

test('PR-2c a command that made the server close with 1007 is given up and not sent again', () => {
  const { connection, greet, last, pass, sockets } = line();
  greet();
  connection.do({ type: 'say', text: 'x'.repeat(300) });
  connection.do({ type: 'explore' });
  last().events.closed(1007, 'c.text: too long');
  expect(connection.mirror.unanswered).toBe(0);
  pass(5_000);
  expect(sockets.length).toBe(2);
  greet();
  expect(last().sent.filter(({ t }) => t === 'do')).toEqual([]);
});

test('PR-2b a command that made the server close with 1009 is given up and not sent again', () => {
  const { connection, greet, last, pass, sockets } = line();
  greet();
  connection.manage({ type: 'wish', wish: { scenario: 1, tiles: 'x'.repeat(20_000) } });
  last().events.closed(1009, '');
  expect(connection.mirror.unanswered).toBe(0);
  pass(5_000);
  expect(sockets.length).toBe(2);
  greet();
  expect(last().sent.filter(({ t }) => t === 'table')).toEqual([]);
});

test('PR-2c a name that made the server close with 1007 is given up, and the page is told', () => {
  const { connection, last, pass, say, notices } = line();
  const watch = (): void => {
    last().events.opened();
    say({ ...WELCOME, member: null });
  };
  watch();
  connection.join(' ', 'fox');
  last().events.closed(1007, 'A name needs at least one character that can be seen.');
  expect(notices.at(-1)).toMatchObject({ type: 'refused', n: 0, why: 'malformed' });
  pass(5_000);
  watch();
  expect(last().sent.filter(({ t }) => t === 'join')).toEqual([]);
});

test('PR-3a a hello that made the server close with 1007 ends the connection for good', () => {
  const { connection, last, pass, sockets } = line();
  last().events.opened();
  last().events.closed(1007, 'table: no code');
  expect(connection.status).toEqual({ type: 'ended', code: 1007, why: 'table: no code' });
  pass(60_000);
  expect(sockets.length).toBe(1);
});

/** Whether a server's message limit (40 at once, 20 a second) would accept all messages. */
function isBearable(moments: readonly number[]): boolean {
  let [left, before] = [40, moments[0] ?? 0];
  for (const moment of moments) {
    left = Math.min(40, left + ((moment - before) / 1000) * 20) - 1;
    before = moment;
    if (left < 0) return false;
  }
  return true;
}

test('PR-15c commands collected during an outage are sent again in order, 30 at once and then 16 a second', () => {
  const { connection, greet, last, moments, pass, say } = line();
  greet();
  last().events.closed(1006, 'gone');
  for (let i = 0; i < 200; i++) connection.do({ type: 'gesture', gesture: 'wave' });
  pass(1_000);
  greet();
  connection.do({ type: 'explore' }); // this command waits in the queue
  for (let i = 0; i < 60; i++) {
    pass(250);
    say({ t: 'here', here: [1] });
  }
  const asked = last().sent.flatMap(({ t, n }) => (t === 'do' ? [n] : []));
  expect(asked).toEqual(Array.from({ length: 201 }, (_, i) => i + 1));
  expect(pings(last().sent)).toBeGreaterThan(4);
  expect(isBearable(moments())).toBe(true);
  expect(isBearable(Array.from({ length: 41 }, () => 0))).toBe(false);
});

test('PR-15c a command that was answered while it waited in the queue is not sent again', () => {
  const { connection, greet, last, pass, say } = line();
  greet();
  for (let i = 0; i < 60; i++) connection.do({ type: 'explore' });
  expect(last().sent.filter(({ t }) => t === 'do').length).toBeLessThan(40);
  for (let n = 1; n <= 60; n++) say({ t: 'no', n, why: 'stale' });
  const before = last().sent.length;
  pass(2_000);
  expect(last().sent.length).toBe(before);
});

test('PR-15c voice signals are sent after moves, and a new connection drops old signals', () => {
  const { connection, greet, last, pass } = line();
  greet();
  for (let i = 0; i < 60; i++) connection.tell({ t: 'signal', to: 2, data: { type: 'hello', id: `${i}` } });
  const signals = (): number => last().sent.filter(({ t }) => t === 'signal').length;
  const atOnce = signals();
  expect(atOnce).toBeGreaterThan(4);
  expect(atOnce).toBeLessThan(12);
  connection.do({ type: 'explore' });
  expect(last().sent.at(-1)?.t).toBe('do');
  pass(1_000);
  expect(signals()).toBeGreaterThan(atOnce + 8);
  expect(signals()).toBeLessThan(60);
  connection.do({ type: 'explore' });
  expect(last().sent.at(-1)?.t).toBe('do');
  last().events.closed(1006, 'gone');
  connection.tell({ t: 'ice' });
  pass(5_000);
  greet();
  pass(5_000);
  expect(last().sent.filter(({ t }) => t === 'signal' || t === 'ice')).toEqual([]);
});

const rename = { t: 'rename', name: 'Ada', avatar: 'owl' };
const renamings = (sent: readonly Sent[]): readonly Sent[] => sent.filter(({ t }) => t === 'rename');

test('PR-5d a rename requested while disconnected is sent on the next connection', () => {
  const { connection, greet, last, pass } = line();
  greet();
  last().events.closed(1006, '');
  connection.rename('Bea', 'fox');
  connection.rename('Ada', 'owl'); // only the last of several renames is sent
  pass(1000);
  greet();
  expect(renamings(last().sent)).toEqual([rename]);
});

test('PR-5d an unanswered rename is sent again, an answered one is not', () => {
  const { connection, greet, last, pass, say } = line();
  greet();
  connection.rename('Ada', 'owl');
  last().events.closed(1006, '');
  pass(1000);
  greet();
  expect(renamings(last().sent)).toEqual([rename]);
  say({ t: 'people', people: [{ member: 1, name: 'Ada', avatar: 'owl' }] });
  last().events.closed(1006, '');
  pass(1000);
  greet();
  expect(renamings(last().sent)).toEqual([]);
});

test('PR-5d a rename is not sent again after a refusal or after the loss of the seat', () => {
  const { connection, greet, last, pass, say } = line();
  greet();
  connection.rename('Ada', 'owl');
  say({ t: 'no', n: 0, why: 'game-running' });
  last().events.closed(1006, '');
  pass(1000);
  connection.rename('Ada', 'owl');
  last().events.opened();
  say({ ...WELCOME, member: null });
  expect(renamings(last().sent)).toEqual([]);
});

test.each(Object.values(CLOSE_CODES))(
  'PR-15a after close code %i a client reconnects exactly if docs/PROTOCOL.md says so',
  code => {
    const { connection, greet, last, pass, sockets } = line();
    greet();
    last().events.closed(code, '');
    pass(60_000);
    const isFinal = FINAL_CODES.includes(code);
    expect(sockets.length > 1).toBe(!isFinal);
    expect(connection.status.type === 'ended').toBe(isFinal);
  },
);
