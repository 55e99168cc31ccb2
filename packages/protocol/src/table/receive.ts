/** Turns a client's message into a job for its table. Messages that need no job are answered here. */
import { frameOf, refusalFrame } from '../messages/frame.ts';
import type { SandReading } from '../messages/parts.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import type { Client } from '../presence/crowd.ts';
import { seatKeyOf } from '../presence/handshake.ts';
import type { Table } from './table.ts';

export function receive(table: Table, client: Client, message: ClientMessage): void {
  switch (message.t) {
    case 'hello':
      table.connect(client, message);
      return;
    case 'join':
      join(table, client, message);
      return;
    case 'rename':
      rename(table, client, message);
      return;
    case 'do':
    case 'table':
      command(table, client, message);
      return;
    case 'report':
      table.unstored.reports.receive(client, message);
      return;
    case 'legal':
      table.unstored.legal.answer(client);
      return;
    case 'toy':
      table.unstored.lobby.receive(client, message);
      return;
    case 'debrief':
      table.unstored.debrief.receive(client, message);
      return;
    case 'signal':
    case 'ice':
      table.unstored.voice.receive(client, message);
      return;
    case 'ping':
      client.send(frameOf({ t: 'pong', at: message.at, sand: sandFor(table, client) }));
      table.crowd.noticed(client, message.ms);
      return;
    default:
      message satisfies never; // a message without a case does not compile
  }
}

type Message<T extends ClientMessage['t']> = Extract<ClientMessage, { readonly t: T }>;

/** Spectators may see the sand of an earlier moment (PR-69). */
const sandFor = (table: Table, client: Client): SandReading =>
  table.crowd.memberOf(client) === null ? table.unstored.delayed.sand() : table.sand;

function command(table: Table, client: Client, message: Message<'do' | 'table'>): void {
  const member = table.crowd.memberOf(client);
  const { n } = message;
  if (typeof member !== 'number') client.send(refusalFrame(n, 'not-seated'));
  else if (message.t === 'do') table.ask({ type: 'do', client, member, n, command: message.c });
  else table.ask({ type: 'manage', client, member, n, command: message.c });
}

/** Asks for a seat. A client that brings its own token may repeat the request after a lost answer and still gets one seat. */
function join(
  table: Table,
  client: Client,
  { name, avatar, token = table.newToken(), program }: Message<'join'>,
): void {
  if (table.crowd.memberOf(client) !== null) return; // the player pressed twice
  table.ask({ type: 'join', client, profile: { key: seatKeyOf(token), name, avatar }, token, program });
}

function rename(table: Table, client: Client, { name, avatar }: Message<'rename'>): void {
  const member = table.crowd.memberOf(client);
  if (typeof member === 'number') table.ask({ type: 'rename', client, member, profile: { name, avatar } });
}
