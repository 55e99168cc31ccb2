/**
 * The live nodes of a cluster. Each says twice a second that it is there; one that is silent for two seconds is gone. The owner of a table
 * follows from its code and the list of nodes alone, so nobody has to be asked. Two nodes that see different lists may both believe
 * that they own a table: the journal lets one of them win.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { NatsConnection } from '@nats-io/transport-node';
import { ownerAmong } from './owner.ts';

const SAY: Millis = 500;
const GONE_AFTER: Millis = 2_000;
/** A new node listens for so long before it owns anything. */
const LISTEN_FIRST: Millis = 1_200;

/** The format of what nodes send each other. A node talks only to nodes with the same. */
const RELAY_FORMAT = 1;

export interface NodeNotice {
  readonly node: string;
  /** Differs at each start, so that two nodes of one name are noticed. */
  readonly boot: string;
  readonly format: number;
  readonly state: 'up' | 'draining' | 'gone';
}

interface LiveNode extends NodeNotice {
  readonly heard: number;
}

export interface LiveNodesWorld {
  readonly connection: NatsConnection;
  readonly clock: Clock;
  readonly space: string;
  readonly node: string;
  /** Nodes have come or gone. */
  changed(gone: readonly string[]): void;
}

export class LiveNodes {
  readonly #world: LiveNodesWorld;
  readonly #boot = randomBytes(6).toString('hex');
  readonly #others = new Map<string, LiveNode>();
  #state: 'listening' | 'up' | 'draining' = 'listening';
  #hasTwin = false;
  #cancel: () => void = () => undefined;

  constructor(world: LiveNodesWorld) {
    this.#world = world;
    world.connection.subscribe(`${world.space}.node`, {
      callback: (_, message) => this.#hear(message.json<NodeNotice>()),
    });
  }

  /** Joins the cluster; a sentence where it may not. */
  async join(): Promise<string | null> {
    await new Promise<void>(resolve => void this.#world.clock.later(LISTEN_FIRST, resolve));
    if (this.#hasTwin)
      return `Another node of this cluster is called ${this.#world.node}: set HUSH_NODE to a name of its own.`;
    this.#state = 'up';
    this.#beat();
    return null;
  }

  get self(): string {
    return this.#world.node;
  }

  /** All nodes that own tables, with ourselves. */
  get up(): readonly string[] {
    const others = [...this.#others.values()].filter(({ state }) => state === 'up').map(({ node }) => node);
    return this.#state === 'up' ? [...others, this.self] : others;
  }

  /** The owner of a table; this node where no other is up. */
  ownerOf(code: string): string {
    return ownerAmong(code, this.up) ?? this.self;
  }

  /** From now on others own our tables. */
  drain(): void {
    this.#state = 'draining';
    this.#say('draining');
  }

  leave(): void {
    this.#cancel();
    this.#say('gone');
  }

  #beat(): void {
    this.#say(this.#state === 'draining' ? 'draining' : 'up');
    const now = this.#world.clock.now();
    const silent = [...this.#others.values()].filter(({ heard }) => now - heard > GONE_AFTER);
    for (const { node } of silent) this.#others.delete(node);
    if (silent.length > 0) this.#world.changed(silent.map(({ node }) => node));
    this.#cancel = this.#world.clock.later(SAY, () => this.#beat());
  }

  #say(state: NodeNotice['state']): void {
    const { connection, space, node } = this.#world;
    if (connection.isClosed()) return;
    const notice: NodeNotice = { node, boot: this.#boot, format: RELAY_FORMAT, state };
    connection.publish(`${space}.node`, JSON.stringify(notice));
  }

  #hear(notice: NodeNotice): void {
    const { node, boot, format, state } = notice;
    if (boot === this.#boot || format !== RELAY_FORMAT) return;
    if (node === this.self) {
      this.#hasTwin = true;
      return;
    }
    const known = this.#others.get(node);
    const isAnew = known !== undefined && known.boot !== boot;
    if (state === 'gone') this.#others.delete(node);
    else this.#others.set(node, { ...notice, heard: this.#world.clock.now() });
    if (state === 'gone' || isAnew) this.#world.changed([node]);
    else if (known?.state !== state) this.#world.changed([]);
  }
}
