/**
 * The live nodes of a cluster. Each node announces itself twice a second; a node that is silent for too long counts
 * as gone. A table's owner is computed from its code and the list of nodes alone, without asking anybody. Two nodes
 * with different lists may both believe that they own a table; the journal then accepts the append of only one of
 * them.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { NodeBus } from './bus.ts';
import { commonFormat, type FormatRange, isReadable } from './formats.ts';
import { ownerAmong } from './owner.ts';

const SAY: Millis = 500;
/** How often a node looks for silent nodes, in milliseconds. */
const LOOK: Millis = 100;
/**
 * After this silence of a node NATS is asked whether it still listens. NATS knows at once that the connection of a
 * killed node has ended; a node whose NATS server has stopped connects to another server within a fraction of this
 * time.
 */
const SUSPECT: Millis = 1_000;
/** For this long after the start of a node, tables that it now owns may still be open at other nodes. */
const SETTLING: Millis = 10_000;
/** For this long a new node only listens before it owns tables. */
const LISTEN_FIRST: Millis = 1_200;

/** The format of events that the first build with clusters wrote. */
const FIRST_VOCABULARY = 3;

/** The format of announcements, which every build can read. */
const NOTICE_FORMAT = 1;

export interface NodeNotice {
  readonly node: string;
  /** A random id for each start of a node, by which two nodes with the same name are noticed. */
  readonly boot: string;
  readonly format: number;
  /** The formats that the node's build reads; a node without these fields reads only format 1. */
  readonly oldest?: number;
  readonly newest?: number;
  /** The format that the node writes now. */
  readonly writes?: number;
  /** The version of the protocol that its build speaks. */
  readonly protocol?: number;
  /** The format of table events that its build reads, and the one that it writes now. */
  readonly vocabulary?: number;
  readonly writesEvents?: number;
  readonly state: 'up' | 'draining' | 'gone';
}

interface LiveNode extends NodeNotice {
  readonly heard: number;
  readonly since: number;
}

export interface LiveNodesWorld {
  readonly bus: NodeBus;
  readonly clock: Clock;
  readonly space: string;
  readonly node: string;
  readonly reads: FormatRange;
  readonly protocol: number;
  readonly vocabulary: number;
  /** After this silence a node counts as gone. */
  readonly timeout: Millis;
  /** Called when nodes have come or gone, with the names of those that have gone. */
  changed(gone: readonly string[]): void;
}

export class LiveNodes {
  readonly #world: LiveNodesWorld;
  readonly #boot = randomBytes(6).toString('hex');
  readonly #others = new Map<string, LiveNode>();
  #state: 'listening' | 'up' | 'draining' = 'listening';
  #upSince = 0;
  #cancel: () => void = () => undefined;
  #cancelLook: () => void = () => undefined;
  readonly #suspects = new Set<string>();

  constructor(world: LiveNodesWorld) {
    this.#world = world;
    world.bus.subscribe(`${world.space}.node`, text => this.#hear(JSON.parse(text) as NodeNotice));
  }

  /** Joins the cluster; if this node may not join, returns a sentence with the reason. */
  async join(): Promise<string | null> {
    if (await this.#hasTwin())
      return `Another node of this cluster is called ${this.#world.node}: set HUSH_NODE to a name of its own.`;
    const { bus, clock } = this.#world;
    bus.subscribe(this.#nameSubject, (_, answer) => answer(''));
    await new Promise<void>(resolve => void clock.later(LISTEN_FIRST, resolve));
    const written = Math.max(1, ...[...this.#others.values()].map(({ writes = 1 }) => writes));
    if (!isReadable(written, this.#world.reads))
      return `The nodes of this cluster write format ${written}, and this Hush reads ${rangeText(this.#world.reads)}: start a Hush of their version.`;
    const events = Math.max(0, ...[...this.#others.values()].map(({ writesEvents = 0 }) => writesEvents));
    if (events > this.#world.vocabulary)
      return `The nodes of this cluster write events of version ${events}, and this Hush reads version ${this.#world.vocabulary}: start a Hush of their version.`;
    this.#state = 'up';
    this.#upSince = clock.now();
    this.#beat();
    this.#look();
    return null;
  }

  get #nameSubject(): string {
    return this.#nameOf(this.#world.node);
  }

  #nameOf(node: string): string {
    return `${this.#world.space}.name.${node}`;
  }

  /**
   * Whether another node with the name of this one is connected. NATS knows it, so the answer does not depend on how
   * busy the other node is.
   */
  async #hasTwin(): Promise<boolean> {
    const { bus, timeout } = this.#world;
    return (await bus.ask(this.#nameSubject, '', timeout)) !== null;
  }

  get self(): string {
    return this.#world.node;
  }

  get state(): 'listening' | 'up' | 'draining' {
    return this.#state;
  }

  /** All live nodes that own tables, including this one. */
  get up(): readonly string[] {
    const others = [...this.#others.values()].filter(({ state }) => state === 'up').map(({ node }) => node);
    return this.#state === 'up' ? [...others, this.self] : others;
  }

  /** Returns the owner of a table; this node itself if no other node is live. */
  ownerOf(code: string): string {
    return ownerAmong(code, this.up) ?? this.self;
  }

  /** The highest format that every live node can read; the oldest format until the live nodes are known. */
  get format(): number {
    const { reads } = this.#world;
    if (this.#state === 'listening') return reads.oldest;
    const others = [...this.#others.values()].map(({ oldest = 1, newest = 1 }) => ({ oldest, newest }));
    return Math.max(reads.oldest, commonFormat([reads, ...others]));
  }

  /** The format of table events that every live node can read. */
  get vocabulary(): number {
    const others = [...this.#others.values()].map(({ vocabulary = FIRST_VOCABULARY }) => vocabulary);
    return Math.min(this.#world.vocabulary, ...others);
  }

  /** Whether a node speaks a later version of the protocol, so that pages send it messages that are unknown here. */
  speaksLater(node: string): boolean {
    return (this.#others.get(node)?.protocol ?? 0) > this.#world.protocol;
  }

  /**
   * Returns the node to ask for a table whose entries this node cannot read: a node with a newer build; null if there is
   * none.
   */
  newerOwnerOf(code: string, than: string): string | null {
    const readBy = (node: string): number =>
      node === this.self ? this.#world.vocabulary : (this.#others.get(node)?.vocabulary ?? FIRST_VOCABULARY);
    return ownerAmong(
      code,
      this.up.filter(node => readBy(node) > readBy(than)),
    );
  }

  /** Other nodes that may still have a table that this node owns now: a draining node, or the owner before a node started. */
  holdersOf(code: string): readonly string[] {
    const since = this.#world.clock.now() - SETTLING;
    const known = [...this.#others.values()];
    const withDraining = known.map(({ node }) => node);
    const settled = known
      .filter(other => other.state === 'up' && other.since < since)
      .map(({ node }) => node);
    const isNew = this.#upSince >= since;
    const before = [
      ownerAmong(code, [...withDraining, this.self]),
      ownerAmong(code, isNew ? settled : [...settled, this.self]),
    ];
    return [...new Set(before)].filter(node => node !== null && node !== this.self) as string[];
  }

  /** Whether there is another node that could own our tables. */
  get hasOthers(): boolean {
    return this.up.some(node => node !== this.self);
  }

  /** Gives up the ownership of all our tables. */
  drain(): void {
    this.#state = 'draining';
    this.#say('draining');
  }

  leave(): void {
    this.#cancel();
    this.#cancelLook();
    this.#say('gone');
  }

  #beat(): void {
    this.#say(this.#state === 'draining' ? 'draining' : 'up');
    this.#cancel = this.#world.clock.later(SAY, () => this.#beat());
  }

  #look(): void {
    const { clock, timeout } = this.#world;
    const silent = [...this.#others.values()].filter(node => this.#isSilent(node, SUSPECT));
    this.#lose(silent.filter(node => this.#isSilent(node, timeout)));
    for (const node of silent) if (this.#others.has(node.node)) void this.#askAfter(node);
    this.#cancelLook = clock.later(LOOK, () => this.#look());
  }

  #isSilent({ heard }: LiveNode, millis: Millis): boolean {
    return this.#world.clock.now() - heard > millis;
  }

  /** Asks NATS whether a silent node still listens; if not, the node is gone. */
  async #askAfter({ node, boot }: LiveNode): Promise<void> {
    if (this.#suspects.has(node)) return;
    this.#suspects.add(node);
    const { bus, timeout } = this.#world;
    const listens = await bus.hasListener(this.#nameOf(node), timeout);
    this.#suspects.delete(node);
    const known = this.#others.get(node);
    if (!listens && known?.boot === boot && this.#isSilent(known, SUSPECT)) this.#lose([known]);
  }

  #lose(gone: readonly LiveNode[]): void {
    for (const { node } of gone) this.#others.delete(node);
    if (gone.length > 0) this.#world.changed(gone.map(({ node }) => node));
  }

  #say(state: NodeNotice['state']): void {
    const { bus, space, node } = this.#world;
    if (bus.isClosed) return;
    const { reads, protocol, vocabulary } = this.#world;
    const formats = { format: NOTICE_FORMAT, ...reads, writes: this.format };
    const events = { vocabulary, writesEvents: this.vocabulary };
    const notice: NodeNotice = { node, boot: this.#boot, ...formats, protocol, ...events, state };
    bus.publish(`${space}.node`, JSON.stringify(notice));
  }

  #hear(notice: NodeNotice): void {
    const { node, boot, format, state } = notice;
    if (boot === this.#boot || format !== NOTICE_FORMAT) return;
    // another node with our name has announced itself before joining, and will stop by itself
    if (node === this.self) return;
    const known = this.#others.get(node);
    const isAnew = known !== undefined && known.boot !== boot;
    if (state === 'gone') this.#others.delete(node);
    else {
      const now = this.#world.clock.now();
      // nodes that announced themselves while this one only listened were up before it
      const first = this.#state === 'listening' ? Number.NEGATIVE_INFINITY : now;
      const since = isAnew || known?.state !== 'up' ? first : known.since;
      this.#others.set(node, { ...notice, heard: now, since });
    }
    if (state === 'gone' || isAnew) this.#world.changed([node]);
    else if (known?.state !== state) this.#world.changed([]);
  }
}

const rangeText = ({ oldest, newest }: FormatRange): string =>
  oldest === newest ? `format ${oldest}` : `formats ${oldest} to ${newest}`;
