/** One message of a greeted client, brought to its table. Saying hello comes before, where the table is found. */

import { pongFrame } from '../messages/fast-path.ts';
import type { ClientMessage } from '../messages/messages.ts';
import type { Client } from '../presence/crowd.ts';
import type { Table } from './table.ts';

export function receive(table: Table, line: Client, message: ClientMessage): void {
  switch (message.t) {
    case 'hello':
      table.connect(line, message);
      return;
    case 'join':
      table.join(line, { name: message.name, avatar: message.avatar }, message.token);
      return;
    case 'rename':
      table.rename(line, { name: message.name, avatar: message.avatar });
      return;
    case 'do':
      table.do(line, message.n, message.c);
      return;
    case 'table':
      table.manage(line, message.n, message.c);
      return;
    case 'signal':
    case 'ice':
      table.exchange.attend(line, message);
      return;
    case 'ping':
      line.send(pongFrame(message.at, table.sand));
      table.attendance.noticed(line, message.ms);
  }
}
