/**
 * The shared hourglasses of a cluster. Each is in the memory of one node, its owner, which is computed as for a
 * table; other nodes ask the owner. If the owner stops, the hourglass is lost, and the next phone sends it again.
 */
import type { Millis } from '@hush/rules';
import type { GlassAccess, GlassAnswer, GlassQuestion, OnGone } from '../stores/shared-hourglasses.ts';
import type { NodeBus } from './bus.ts';
import type { LiveNodes } from './live-nodes.ts';

/** How long to wait for an answer of the owner: longer than a long poll stays open. */
const ANSWER_WITHIN: Millis = 12_000;

interface RelayedQuestion {
  /** The id of the question, by which `hangUp` cancels it. */
  readonly id: string;
  readonly code: string;
  readonly question: GlassQuestion;
}

interface HangUp {
  readonly hangUp: string;
}

export interface RelayedHourglassesWorld {
  readonly bus: NodeBus;
  readonly space: string;
  readonly nodes: Pick<LiveNodes, 'self' | 'ownerOf'>;
  /** The hourglasses that this node owns. */
  readonly own: GlassAccess;
}

export class RelayedHourglasses implements GlassAccess {
  readonly #world: RelayedHourglassesWorld;
  /** Functions that end the long polls of other nodes, by the id of the question. */
  readonly #polls = new Map<string, () => void>();
  #asked = 0;

  constructor(world: RelayedHourglassesWorld) {
    this.#world = world;
    const { bus, nodes } = world;
    bus.subscribe(this.#subjectOf(nodes.self), (text, answer) => {
      const message = JSON.parse(text) as RelayedQuestion | HangUp;
      if ('hangUp' in message) this.#polls.get(message.hangUp)?.();
      else void this.#answer(message).then(reply => answer(JSON.stringify(reply)));
    });
  }

  #subjectOf(node: string): string {
    return `${this.#world.space}.glass.${node}`;
  }

  async #answer({ id, code, question }: RelayedQuestion): Promise<GlassAnswer> {
    const answer = await this.#world.own.ask(code, question, hangUp => this.#polls.set(id, hangUp));
    this.#polls.delete(id);
    return answer;
  }

  async ask(code: string, question: GlassQuestion, gone: OnGone): Promise<GlassAnswer> {
    const { bus, nodes, own } = this.#world;
    const owner = nodes.ownerOf(`glass:${code}`);
    if (owner === nodes.self) return own.ask(code, question, gone);
    const id = `${nodes.self}.${++this.#asked}`;
    gone(() => {
      // a client may disconnect after this node has left the cluster
      if (!bus.isClosed) bus.publish(this.#subjectOf(owner), JSON.stringify({ hangUp: id }));
    });
    const relayed: RelayedQuestion = { id, code, question };
    const answer = await bus.ask(this.#subjectOf(owner), JSON.stringify(relayed), ANSWER_WITHIN);
    return answer === null ? { problem: 'unavailable' } : (JSON.parse(answer) as GlassAnswer);
  }
}
