/**
 * Sends messages between nodes over core NATS, which may lose some. Messages are numbered for each pair of nodes. If
 * a number is missing, all relayed connections between these nodes are closed. Messages of one event-loop turn share
 * a packet.
 */
import type { NodeBus } from './bus.ts';
import { type FormatRange, isReadable } from './formats.ts';

/** The messages between two nodes. A frame for many connections of one node is sent once to that node. */
export type NodeMessage =
  | { readonly t: 'enter'; readonly line: number; readonly code: string; readonly hello: object }
  | { readonly t: 'said'; readonly line: number; readonly message: object }
  | { readonly t: 'refresh'; readonly line: number }
  | { readonly t: 'left'; readonly line: number }
  | {
      readonly t: 'frame';
      readonly lines: number[];
      readonly frame: string;
      readonly what?: 'seat' | 'welcome';
    }
  | { readonly t: 'close'; readonly line: number; readonly code: number; readonly why: string };

interface Packet {
  /** The format number; missing in the first format. */
  readonly format?: number;
  readonly from: string;
  /** The id of the current numbering; after a gap a new numbering begins. */
  readonly row: string;
  readonly no: number;
  readonly messages: readonly NodeMessage[];
}

interface Lost {
  readonly from: string;
  readonly lost: string;
}

export interface NodeLinesWorld {
  readonly bus: NodeBus;
  readonly space: string;
  readonly node: string;
  readonly reads: FormatRange;
  /** The highest format that every live node can read. */
  writes(): number;
  /** Calls back at the end of this event-loop turn; messages that are sent before share a packet. */
  soon(then: () => void): void;
  heard(from: string, message: NodeMessage): void;
  /** Called when messages from or to this node were lost: all relayed connections with it are closed. */
  broken(node: string): void;
}

interface Outgoing {
  row: string;
  no: number;
  messages: NodeMessage[];
  size: number;
}

/**
 * A packet with this many characters is sent at once. It is so small that one more message still fits into a NATS
 * message.
 */
const LARGE = 200_000;

let rows = 0;

export class NodeLines {
  readonly #world: NodeLinesWorld;
  readonly #boot = `${process.pid}.${Date.now()}`;
  readonly #out = new Map<string, Outgoing>();
  readonly #in = new Map<string, { readonly row: string; readonly no: number }>();

  constructor(world: NodeLinesWorld) {
    this.#world = world;
    world.bus.subscribe(`${world.space}.to.${world.node}`, text => {
      const packet = JSON.parse(text) as Packet | Lost;
      if ('lost' in packet) this.#wasLost(packet);
      else this.#take(packet);
    });
  }

  send(to: string, message: NodeMessage): void {
    const out = this.#outgoing(to);
    const isFirst = out.messages.length === 0;
    const last = out.messages.at(-1);
    if (
      message.t === 'frame' &&
      last?.t === 'frame' &&
      last.frame === message.frame &&
      last.what === message.what
    )
      last.lines.push(...message.lines);
    else out.messages.push(message);
    out.size += message.t === 'frame' ? message.frame.length : 0;
    if (out.size > LARGE) this.#flush(to);
    else if (isFirst) this.#world.soon(() => this.#flush(to));
  }

  /** Starts a new numbering with a node that has gone or come back. */
  forget(node: string): void {
    this.#out.delete(node);
    this.#in.delete(node);
  }

  #outgoing(to: string): Outgoing {
    const known = this.#out.get(to);
    if (known !== undefined) return known;
    const out = { row: `${this.#boot}.${++rows}`, no: 0, messages: [], size: 0 };
    this.#out.set(to, out);
    return out;
  }

  #flush(to: string): void {
    const out = this.#out.get(to);
    const { bus, space, node } = this.#world;
    if (out === undefined || out.messages.length === 0 || bus.isClosed) return;
    const format = this.#world.writes();
    const packet: Packet = {
      ...(format === 1 ? {} : { format }),
      from: node,
      row: out.row,
      no: ++out.no,
      messages: out.messages,
    };
    out.messages = [];
    out.size = 0;
    bus.publish(`${space}.to.${to}`, JSON.stringify(packet));
  }

  #take({ format = 1, from, row, no, messages }: Packet): void {
    const known = this.#in.get(from);
    const isNext = known?.row === row ? no === known.no + 1 : no === 1;
    if (!isNext || !isReadable(format, this.#world.reads)) {
      this.#complain(from, row, no);
      return;
    }
    // The other node counted this node as gone and has started a new numbering, so connections of the earlier
    // numbering are closed there already.
    if (known !== undefined && known.row !== row && known.no !== Number.POSITIVE_INFINITY)
      this.#world.broken(from);
    this.#in.set(from, { row, no });
    for (const message of messages) this.#world.heard(from, message);
  }

  /**
   * Reports a gap. All connections of that numbering are closed once, and its later packets are ignored. For each of
   * these packets the gap is reported again, because a report may be lost, too.
   */
  #complain(from: string, row: string, no: number): void {
    const known = this.#in.get(from);
    const isBroken = known?.row === row && known.no === Number.POSITIVE_INFINITY;
    if (!isBroken && known?.row === row && no <= known.no) return;
    this.#in.set(from, { row, no: Number.POSITIVE_INFINITY });
    const { bus, space, node } = this.#world;
    const lost: Lost = { from: node, lost: row };
    bus.publish(`${space}.to.${from}`, JSON.stringify(lost));
    if (!isBroken) this.#world.broken(from);
  }

  #wasLost({ from, lost }: Lost): void {
    if (this.#out.get(from)?.row !== lost) return;
    this.#out.delete(from);
    this.#world.broken(from);
  }
}
