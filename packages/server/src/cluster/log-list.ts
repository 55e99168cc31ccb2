/**
 * Lists the names of logs, page by page. Each request to the stream lists the subjects of one kind and one first letter, so
 * that no answer grows with the number of tables. No player's request ever needs a list.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { LIST_LIMIT, type LogsResult } from '@hush/protocol';
import type { Requests, StreamError } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** After this number of names other work of the process gets a turn. */
const MANY = 1_000;

/** Every character that a log's name may contain, sorted, without the slash. */
const LETTERS = '-0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

interface InfoReply {
  readonly error?: StreamError;
  readonly total?: number;
  readonly state?: { readonly subjects?: Readonly<Record<string, number>> };
}

/** The rest of the list from which the last page was cut, so that the next page needs no new request. */
interface Rest {
  readonly prefix: string;
  readonly after: string;
  readonly letters: string;
  readonly names: readonly string[];
}

export class LogList {
  readonly #requests: Requests;
  readonly #subjects: Subjects;
  #rest: Rest | null = null;

  constructor(requests: Requests, subjects: Subjects) {
    this.#requests = requests;
    this.#subjects = subjects;
  }

  /** Called when a log has begun or was purged. */
  changed(): void {
    this.#rest = null;
  }

  async list(prefix: string, after: string): Promise<LogsResult> {
    const rest = this.#rest?.prefix === prefix && this.#rest.after === after ? this.#rest : null;
    this.#rest = null;
    let names = rest?.names ?? [];
    let letters = rest?.letters ?? lettersFor(prefix, after);
    while (names.length <= LIST_LIMIT && letters !== '') {
      const [letter = ''] = letters;
      const more = await this.#named(prefix, after, letter);
      if (more === null) return { ok: false, error: this.#outage() };
      names = [...names, ...more];
      letters = letters.slice(1);
    }
    const logs = names.slice(0, LIST_LIMIT);
    const last = logs.at(-1);
    // After an empty page there is nothing to continue, so the next request makes a new list.
    this.#rest = last === undefined ? null : { prefix, after: last, letters, names: names.slice(LIST_LIMIT) };
    return { ok: true, logs };
  }

  #outage(): { readonly type: 'unavailable'; readonly why: string } {
    return { type: 'unavailable', why: this.#requests.outage ?? 'NATS does not answer in time.' };
  }

  async #named(prefix: string, after: string, letter: string): Promise<readonly string[] | null> {
    const [kind = ''] = prefix.split('/', 1);
    const filter = letter === ALL ? this.#subjects.logs : this.#subjects.bucket(kind, letter);
    const subjects = await this.#subjectsLike(filter);
    if (subjects === null) return null;
    const names: string[] = [];
    for (const [at, subject] of subjects.entries()) {
      if (at % MANY === MANY - 1) await turn(); // players of this node must not wait for a long list
      const log = this.#subjects.logOf(subject);
      if (log.startsWith(prefix) && log > after) names.push(log);
    }
    return names.sort();
  }

  /** All subjects that match a filter. The server answers in pages and says how many subjects there are. */
  async #subjectsLike(filter: string): Promise<readonly string[] | null> {
    const subjects: string[] = [];
    for (;;) {
      const answer = await this.#requests.ask({
        subject: `$JS.API.STREAM.INFO.${this.#subjects.logStream}`,
        payload: JSON.stringify({ subjects_filter: filter, offset: subjects.length }),
      });
      const { error, total = 0, state } = answer?.json<InfoReply>() ?? { error: { code: 0 } };
      if (error !== undefined) return null;
      const page = Object.keys(state?.subjects ?? {});
      for (const subject of page) subjects.push(subject);
      if (page.length === 0 || subjects.length >= total) return subjects;
    }
  }
}

/**
 * Used as letter for a list of names of several kinds, when the prefix is only a part of a kind. Only backups and
 * tests need it.
 */
const ALL = '*';

function lettersFor(prefix: string, after: string): string {
  const slash = prefix.indexOf('/');
  if (slash < 0) return ALL;
  const letter = prefix[slash + 1];
  if (letter !== undefined) return letter;
  const reached = after.startsWith(prefix) ? LETTERS.indexOf(after[slash + 1] ?? '-') : 0;
  return after === '' || after < prefix || reached >= 0 ? LETTERS.slice(Math.max(0, reached)) : '';
}
