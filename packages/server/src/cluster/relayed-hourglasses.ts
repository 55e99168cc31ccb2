/**
 * The shared hourglasses of a cluster: each is in the memory of one node, its owner like that of a table, and the other nodes
 * ask it. When the owner stops, the hourglass is gone, and the next phone that asks sends it again.
 */
import type { Millis } from '@hush/rules';
import type { GlassAccess, GlassAnswer, GlassQuestion, OnGone } from '../stores/shared-hourglasses.ts';
import type { NodeBus } from './bus.ts';
import type { LiveNodes } from './live-nodes.ts';

/** Longer than a long poll stays open. */
const ANSWER_WITHIN: Millis = 12_000;

interface RelayedQuestion {
  /** Identifies the question for `hangUp`. */
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
  /** Long polls of other nodes. */
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
    gone(() => bus.publish(this.#subjectOf(owner), JSON.stringify({ hangUp: id })));
    const relayed: RelayedQuestion = { id, code, question };
    const answer = await bus.ask(this.#subjectOf(owner), JSON.stringify(relayed), ANSWER_WITHIN);
    return answer === null ? { problem: 'unavailable' } : (JSON.parse(answer) as GlassAnswer);
  }
}
