/**
 * The baseline of the benchmark: a bare `ws` server that sends the same bytes to everybody at a table, without rules, seats
 * or a journal. It shows the cost of the transport alone.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Io } from '../io.ts';

interface BareRoom {
  readonly sockets: Set<WebSocket>;
  version: number;
}

/** Prints its port; the returned function stops it. */
export async function serveBareRooms(io: Io): Promise<() => Promise<void>> {
  const rooms = new Map<string, BareRoom>();
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false });
  server.on('connection', (socket, { url = '/' }) => {
    const room = rooms.get(url) ?? { sockets: new Set<WebSocket>(), version: 0 };
    rooms.set(url, room);
    room.sockets.add(socket);
    socket.on('close', () => room.sockets.delete(socket));
    socket.on('message', data => hear(room, socket, JSON.parse(String(data))));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  io.out(`${(http.address() as AddressInfo).port}\n`);
  return async () => {
    http.close();
    http.closeAllConnections();
    for (const { sockets } of rooms.values()) for (const socket of sockets) socket.terminate();
  };
}

type BareMessage =
  | { readonly t: 'ping'; readonly at: number }
  | { readonly t: 'do'; readonly n: number; readonly m: number; readonly c: BareMove };

interface BareMove {
  readonly hero: string;
  readonly dir: string;
}

function hear(room: BareRoom, socket: WebSocket, message: BareMessage): void {
  if (message.t === 'ping') {
    socket.send(`{"t":"pong","at":${message.at},"sand":{"at":${Math.round(performance.now())},"runs":true}}`);
    return;
  }
  const frame = newsLike(message, ++room.version);
  for (const other of room.sockets) other.send(frame);
}

/** A message as long as the news of a move at our tables, with the same end, by which the sender recognises it. */
function newsLike({ n, m, c }: Extract<BareMessage, { readonly t: 'do' }>, version: number): string {
  const at = Math.round(performance.now());
  return `{"t":"news","v":${version},"e":[["heroMoved",${at},${m - 1},"${c.hero}","${c.dir}",26]],"m":${m},"n":${n}}`;
}
