/** Brings one message of a client to its table, which was found by the client's hello. */
import { pongFrame } from '../messages/fast-path.ts';
import type { ClientMessage } from '../messages/messages.ts';
import type { Client } from '../presence/crowd.ts';
import type { Table } from './table.ts';

export function receive(table: Table, client: Client, message: ClientMessage): void {
  switch (message.t) {
    case 'hello':
      table.connect(client, message);
      return;
    case 'join':
      table.join(client, { name: message.name, avatar: message.avatar }, message.token);
      return;
    case 'rename':
      table.rename(client, { name: message.name, avatar: message.avatar });
      return;
    case 'do':
      table.do(client, message.n, message.c);
      return;
    case 'table':
      table.manage(client, message.n, message.c);
      return;
    case 'signal':
    case 'ice':
      table.voice.receive(client, message);
      return;
    case 'ping':
      client.send(pongFrame(message.at, table.sand));
      table.noticed(client, message.ms);
  }
}
