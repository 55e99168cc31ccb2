/** The traffic of a page's WebSocket: the last version that the page was told, and its unanswered commands. */
import type { Page, WebSocket } from 'playwright-core';
import { until } from '../../../server/test/player-client.ts';

interface Traffic {
  version: number;
  member: number | null;
  /** Numbers of the commands that were sent and not answered yet. */
  readonly pending: Set<number>;
  /** How many commands were ever sent. */
  sent: number;
  /** The times at which the still unanswered heartbeats were sent. */
  readonly heartbeats: Set<number>;
}

interface Message {
  readonly t: string;
  readonly v?: number;
  readonly n?: number;
  readonly m?: number;
  readonly member?: number | null;
  readonly at?: number;
}

const traffics = new WeakMap<Page, Traffic>();

function noteSent(traffic: Traffic, { t, n, at }: Message): void {
  if (t === 'ping' && at !== undefined) traffic.heartbeats.add(at);
  if ((t !== 'do' && t !== 'table') || n === undefined) return;
  traffic.pending.add(n);
  traffic.sent += 1;
}

function noteReceived(traffic: Traffic, message: Message): void {
  const { t, v, member, at } = message;
  if (t === 'pong' && at !== undefined) traffic.heartbeats.delete(at);
  if (v !== undefined) traffic.version = v;
  if (t === 'welcome' || t === 'seated') traffic.member = member ?? null;
  for (const n of traffic.pending) if (isAnswered(n, traffic, message)) traffic.pending.delete(n);
}

function isAnswered(asked: number, { member }: Traffic, { t, n = 0, m }: Message): boolean {
  if (t === 'welcome') return asked <= n;
  return asked === n && (t === 'no' || ((t === 'news' || t === 'said') && m === member));
}

/** Records the traffic of a page until the page is closed. */
export function noteTraffic(page: Page): void {
  const traffic: Traffic = { version: 0, member: null, pending: new Set(), sent: 0, heartbeats: new Set() };
  traffics.set(page, traffic);
  const read = (payload: string | Buffer): Message => JSON.parse(String(payload)) as Message;
  page.on('websocket', (socket: WebSocket) => {
    traffic.heartbeats.clear(); // heartbeats of the earlier connection will not be answered
    socket.on('close', () => traffic.heartbeats.clear());
    socket.on('framesent', ({ payload }) => noteSent(traffic, read(payload)));
    socket.on('framereceived', ({ payload }) => noteReceived(traffic, read(payload)));
  });
}

function trafficOf(page: Page): Traffic {
  const found = traffics.get(page);
  if (found === undefined) throw new Error('nobody listens to this page');
  return found;
}

/** The last version of its table that a page has received. */
export const toldTo = (page: Page): number => trafficOf(page).version;

/** How many commands a page has sent. */
export async function sentBy(page: Page): Promise<number> {
  await page.evaluate('0');
  return trafficOf(page).sent;
}

/** Waits until all commands of a page are answered. */
export async function answered(page: Page): Promise<void> {
  await page.evaluate('0'); // the browser reports sent messages before it evaluates this expression
  const { pending } = trafficOf(page);
  await until(() => pending.size === 0, `answers to ${[...pending].join()}`);
}

/** Waits until the server has answered every heartbeat of a page. */
export async function heartbeatsAnswered(page: Page): Promise<void> {
  await page.evaluate('0');
  const { heartbeats } = trafficOf(page);
  await until(() => heartbeats.size === 0, 'answers to heartbeats');
}
