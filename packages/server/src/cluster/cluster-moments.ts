/**
 * Stores moments of the sand in NATS. A node stores the moments of all its tables in one message that replaces the
 * previous one: a few messages a second, however many tables there are. The moment of a table that no longer runs
 * gets a message of its own, which stays until the table's log is purged.
 */
import { assertLog, type Clock, isLater, type JournalError, type Moments } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import type { Msg } from '@nats-io/transport-node';
import { type FormatRange, isReadable } from './formats.ts';
import type { Position } from './position.ts';
import type { Requests, StreamError } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** A moment, and the life of the log to which it belongs. */
interface KeptMoment {
  readonly life: string;
  readonly game: number;
  readonly at: Millis;
}

interface RunningMoment extends KeptMoment {
  readonly renewed: number;
}

export interface MomentsWorld {
  readonly requests: Requests;
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly node: string;
  readonly reads: FormatRange;
  /** The highest format that every live node can read. */
  writes(): number;
  /** The end of a log, from the cache or from the stream's leader; null if NATS does not answer. */
  end(log: string): Promise<Position | null>;
  /** The error with which requests fail during an outage; null otherwise. */
  ended(): JournalError | null;
}

/** How long to wait for further checkpoints: those of all tables are due at the same times and share a message. */
const TOGETHER: Millis = 10;
/** A table whose moment was not stored again for this long no longer runs at this node. */
const RESTS_AFTER: Millis = 5_000;
/** The most moments in one message, so that it stays below NATS's size limit. */
const MOST_IN_MESSAGE = 5_000;
/** If a node has not written for this long, it runs no tables any more. */
const LEFT_AFTER: Millis = 60_000;

const DONE = null;
const textOf = (log: string, { life, game, at }: KeptMoment): string => `${log} ${life} ${game} ${at}`;

export class ClusterMoments implements Moments {
  readonly #world: MomentsWorld;
  readonly #running = new Map<string, RunningMoment>();
  #waiting: ((problem: JournalError | null) => void)[] = [];
  #sending: Promise<void> | null = null;
  #looking: Promise<ReadonlyMap<string, KeptMoment> | null> | null = null;

  constructor(world: MomentsWorld) {
    this.#world = world;
  }

  async keep(log: string, game: number, at: Millis): Promise<JournalError | null> {
    assertLog(log);
    const end = await this.#end(log);
    if ('type' in end) return end;
    if (end.state !== 'live') return { type: 'conflict', version: 0 };
    const kept = this.#running.get(log);
    const { life } = end;
    const isNewer = kept?.life !== life || isLater({ game, at }, kept);
    const renewed = this.#world.clock.now();
    this.#running.set(log, isNewer ? { life, game, at, renewed } : { ...kept, renewed });
    return new Promise(resolve => {
      this.#waiting.push(resolve);
      this.#sending ??= this.#sendSoon();
    });
  }

  async last(log: string, game: number): Promise<Result<Millis, JournalError>> {
    assertLog(log);
    const end = await this.#end(log);
    if ('type' in end) return err(end);
    this.#looking ??= this.#ofAllNodes();
    const looking = this.#looking;
    const [running, resting] = await Promise.all([looking, this.#resting(log)]);
    if (running === null || resting === undefined) return err(this.#unavailable());
    const moments = [running.get(log), resting, this.#running.get(log)];
    const own = moments.filter(moment => moment?.life === end.life && moment.game === game);
    return ok(Math.max(0, ...own.map(moment => moment?.at ?? 0)));
  }

  /** Deletes the moment of a purged log. */
  async forget(log: string): Promise<boolean> {
    this.#running.delete(log);
    const resting = await this.#resting(log);
    if (resting === null) return true;
    return resting !== undefined && this.#remove(this.#world.subjects.restingMoment(log));
  }

  async #end(log: string): Promise<Position | JournalError> {
    const ended = this.#world.ended();
    if (ended !== null) return ended;
    return (await this.#world.end(log)) ?? this.#unavailable();
  }

  #unavailable(): JournalError {
    return { type: 'unavailable', why: this.#world.requests.outage ?? 'NATS does not answer in time.' };
  }

  // Methods that write moments.

  async #sendSoon(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise<void>(resolve => void this.#world.clock.later(TOGETHER, resolve));
      const waiting = this.#waiting;
      this.#waiting = [];
      const problem = await this.#send();
      for (const resolve of waiting) resolve(problem);
    }
    this.#sending = null;
  }

  async #send(): Promise<JournalError | null> {
    const { subjects, node, clock } = this.#world;
    const rested = [...this.#running].filter(([, { renewed }]) => clock.now() - renewed > RESTS_AFTER);
    for (const [log, moment] of rested) if (!(await this.#rest(log, moment))) return this.#unavailable();
    const texts = [...this.#running].map(([log, moment]) => textOf(log, moment));
    for (let part = 0; part * MOST_IN_MESSAGE < texts.length; part++) {
      const own = texts.slice(part * MOST_IN_MESSAGE, (part + 1) * MOST_IN_MESSAGE);
      if (!(await this.#store(subjects.nodeMoments(node, part), own.join('\n')))) return this.#unavailable();
    }
    return DONE;
  }

  async #rest(log: string, moment: RunningMoment): Promise<boolean> {
    if (!(await this.#store(this.#world.subjects.restingMoment(log), textOf(log, moment)))) return false;
    if (this.#running.get(log) === moment) this.#running.delete(log);
    return true;
  }

  async #store(subject: string, payload: string): Promise<boolean> {
    const text = withFormat(payload, this.#world.writes());
    const answer = await this.#world.requests.ask({ subject, payload: text });
    return answer !== null && answer.json<{ readonly error?: StreamError }>().error === undefined;
  }

  // Methods that read moments, always from the leader, because a replica may not have the last one yet.

  async #resting(log: string): Promise<KeptMoment | null | undefined> {
    const found = await this.#lastOf(this.#world.subjects.restingMoment(log));
    return found === undefined ? undefined : (this.#momentsIn(found).get(log) ?? null);
  }

  /** Returns the last message of a subject; null if there is none, undefined if NATS does not answer. */
  async #lastOf(subject: string): Promise<MomentMessage | null | undefined> {
    const { requests, subjects } = this.#world;
    const answer = await requests.ask({
      subject: `$JS.API.STREAM.MSG.GET.${subjects.momentStream}`,
      payload: JSON.stringify({ last_by_subj: subject }),
    });
    return answer === null ? undefined : momentMessage(answer);
  }

  #momentsIn(message: MomentMessage | null): Map<string, KeptMoment> {
    return momentsIn(message?.text ?? '', this.#world.reads);
  }

  /** Reads the moments of all nodes; tables that are opened at the same time share one request. */
  async #ofAllNodes(): Promise<ReadonlyMap<string, KeptMoment> | null> {
    await Promise.resolve();
    this.#looking = null; // callers that come later must not share this request, because its answer would be too old
    const subjects = await this.#nodeSubjects();
    const moments = new Map<string, KeptMoment>();
    const messages = await Promise.all((subjects ?? []).map(subject => this.#lastOf(subject)));
    for (const message of messages) {
      if (message === undefined) return null;
      for (const [log, moment] of this.#momentsIn(message)) {
        const kept = moments.get(log);
        if (kept === undefined || isLater(moment, kept)) moments.set(log, moment);
      }
    }
    return subjects === null ? null : moments;
  }

  async #nodeSubjects(): Promise<readonly string[] | null> {
    const { requests, subjects } = this.#world;
    const answer = await requests.ask({
      subject: `$JS.API.STREAM.INFO.${subjects.momentStream}`,
      payload: JSON.stringify({ subjects_filter: subjects.allNodeMoments }),
    });
    if (answer === null) return null;
    const { error, state } = answer.json<{
      readonly error?: StreamError;
      readonly state?: { readonly subjects?: Readonly<Record<string, number>> };
    }>();
    return error === undefined ? Object.keys(state?.subjects ?? {}) : null;
  }

  async #remove(subject: string): Promise<boolean> {
    const { requests, subjects } = this.#world;
    const answer = await requests.ask({
      subject: `$JS.API.STREAM.PURGE.${subjects.momentStream}`,
      payload: JSON.stringify({ filter: subject }),
    });
    return answer?.json<{ readonly success?: boolean }>().success === true;
  }

  /** Moves the moments of dead nodes to messages of their own, so that the list of nodes stays short. */
  async adopt(now: number): Promise<void> {
    for (const subject of (await this.#nodeSubjects()) ?? []) {
      const message = await this.#lastOf(subject);
      if (!message || now - message.time < LEFT_AFTER) continue;
      let isDone = true;
      for (const [log, moment] of this.#momentsIn(message))
        isDone = (await this.#adopt(log, moment)) && isDone;
      if (isDone) await this.#remove(subject);
    }
  }

  async #adopt(log: string, moment: KeptMoment): Promise<boolean> {
    const resting = await this.#resting(log);
    if (resting === undefined) return false;
    if (resting !== null && !isLater(moment, resting)) return true;
    return this.#store(this.#world.subjects.restingMoment(log), textOf(log, moment));
  }
}

interface MomentMessage {
  readonly text: string;
  /** The time at which the leader stored the message, by the leader's clock. */
  readonly time: number;
}

interface MomentReply {
  readonly error?: StreamError;
  readonly message?: { readonly data?: string; readonly time: string };
}

const NOT_FOUND = 10_037;

function momentMessage(answer: Msg): MomentMessage | null | undefined {
  const { error, message } = answer.json<MomentReply>();
  if (message === undefined) return error?.err_code === NOT_FOUND ? null : undefined;
  return { text: Buffer.from(message.data ?? '', 'base64').toString(), time: Date.parse(message.time) };
}

/** The number of the first format; its messages do not contain it. */
const FIRST_FORMAT = 1;
const withFormat = (text: string, format: number): string =>
  format === FIRST_FORMAT ? text : `#${format}\n${text}`;

/**
 * Reads the moments of a message, one on each line. The result is empty if this build cannot read the format; the
 * sand then continues from the last entry.
 */
export function momentsIn(text: string, reads: FormatRange): Map<string, KeptMoment> {
  const [, number = String(FIRST_FORMAT), lines = text] = /^#(\d+)\n(.*)$/s.exec(text) ?? [];
  const moments = new Map<string, KeptMoment>();
  if (!isReadable(Number(number), reads)) return moments;
  for (const line of lines.split('\n')) {
    const [log = '', life = '', game, at] = line.split(' ');
    if (log !== '') moments.set(log, { life, game: Number(game), at: Number(at) });
  }
  return moments;
}
