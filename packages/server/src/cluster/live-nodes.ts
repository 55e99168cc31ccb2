/**
 * The live nodes of a cluster. Each says twice a second that it is there; one that is silent for too long is gone. The owner of a table
 * follows from its code and the list of nodes alone, so nobody has to be asked. Two nodes that see different lists may both believe
 * that they own a table: the journal lets one of them win.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { NodeBus } from './bus.ts';
import { ownerAmong } from './owner.ts';

const SAY: Millis = 500;
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
  readonly bus: NodeBus;
  readonly clock: Clock;
  readonly space: string;
  readonly node: string;
  /** A node that is silent for so long is gone. */
  readonly timeout: Millis;
  /** Nodes have come or gone. */
  changed(gone: readonly string[]): void;
}

export class LiveNodes {
  readonly #world: LiveNodesWorld;
  readonly #boot = randomBytes(6).toString('hex');
  readonly #others = new Map<string, LiveNode>();
  #state: 'listening' | 'up' | 'draining' = 'listening';
  #cancel: () => void = () => undefined;

  constructor(world: LiveNodesWorld) {
    this.#world = world;
    world.bus.subscribe(`${world.space}.node`, text => this.#hear(JSON.parse(text) as NodeNotice));
  }

  /** Joins the cluster; a sentence where it may not. */
  async join(): Promise<string | null> {
    if (await this.#hasTwin())
      return `Another node of this cluster is called ${this.#world.node}: set HUSH_NODE to a name of its own.`;
    const { bus, clock } = this.#world;
    bus.subscribe(this.#nameSubject, (_, answer) => answer(''));
    await new Promise<void>(resolve => void clock.later(LISTEN_FIRST, resolve));
    this.#state = 'up';
    this.#beat();
    return null;
  }

  get #nameSubject(): string {
    return `${this.#world.space}.name.${this.#world.node}`;
  }

  /** NATS knows whether anybody of this name is connected, so the answer does not depend on how busy that one is. */
  async #hasTwin(): Promise<boolean> {
    const { bus, timeout } = this.#world;
    return (await bus.ask(this.#nameSubject, '', timeout)) !== null;
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
    const silent = [...this.#others.values()].filter(({ heard }) => now - heard > this.#world.timeout);
    for (const { node } of silent) this.#others.delete(node);
    if (silent.length > 0) this.#world.changed(silent.map(({ node }) => node));
    this.#cancel = this.#world.clock.later(SAY, () => this.#beat());
  }

  #say(state: NodeNotice['state']): void {
    const { bus, space, node } = this.#world;
    if (bus.isClosed) return;
    const notice: NodeNotice = { node, boot: this.#boot, format: RELAY_FORMAT, state };
    bus.publish(`${space}.node`, JSON.stringify(notice));
  }

  #hear(notice: NodeNotice): void {
    const { node, boot, format, state } = notice;
    if (boot === this.#boot || format !== RELAY_FORMAT) return;
    if (node === this.self) return; // a twin has asked before it joined, and does not stay
    const known = this.#others.get(node);
    const isAnew = known !== undefined && known.boot !== boot;
    if (state === 'gone') this.#others.delete(node);
    else this.#others.set(node, { ...notice, heard: this.#world.clock.now() });
    if (state === 'gone' || isAnew) this.#world.changed([node]);
    else if (known?.state !== state) this.#world.changed([]);
  }
}
