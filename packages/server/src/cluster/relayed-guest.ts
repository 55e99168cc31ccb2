/** A connection to a table of this node whose socket is at another node. */
import type { Client, CloseCode } from '@hush/protocol';
import type { OpenTable } from '../tables/open-table.ts';
import type { NodeLines } from './node-lines.ts';

export class RelayedGuest implements Client {
  readonly #lines: NodeLines;
  readonly #node: string;
  readonly line: number;
  room: OpenTable | null = null;
  /** Resolves when the messages that arrived before are handled, including those that waited for the table to open. */
  work: Promise<void> = Promise.resolve();
  isGone = false;
  /** Called when the table has closed the connection. */
  closed: () => void = () => undefined;

  constructor(lines: NodeLines, node: string, line: number) {
    this.#lines = lines;
    this.#node = node;
    this.line = line;
  }

  send(frame: string, what?: 'seat' | 'welcome'): void {
    this.#lines.send(this.#node, {
      t: 'frame',
      lines: [this.line],
      frame,
      ...(what === undefined ? {} : { what }),
    });
  }

  close(code: CloseCode, why: string): void {
    this.isGone = true;
    this.#lines.send(this.#node, { t: 'close', line: this.line, code, why });
    this.closed();
  }
}
