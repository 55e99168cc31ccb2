/**
 * Erases text from the NATS servers' disks. A purge only removes messages from the index of the stream, and their
 * text stays in the file while it holds other messages. A message that is deleted individually is overwritten. The
 * copy of the message in the Raft log disappears with the next snapshot, which every server makes within a few
 * minutes of a change (ADR 20).
 */
import type { Requests, StreamError } from './requests.ts';
import type { Subjects } from './subjects.ts';

const AT_ONCE = 100;
const NO_SUCH_MESSAGE = 10_043;
const NOT_FOUND = 10_037;

/** The logs whose text must be erased from disks: those with names of people or of crews. */
const NAMES = /^(?:people|crew)\//;

/** Deletes the messages of a log up to this one. Later messages, which belong to the next log with this name, stay. */
export async function removeUpTo(
  requests: Requests,
  subjects: Subjects,
  log: string,
  seq: number,
): Promise<boolean> {
  if (NAMES.test(log) && !(await eraseBefore(requests, subjects, log, seq))) return false;
  const answer = await requests.ask({
    subject: `$JS.API.STREAM.PURGE.${subjects.logStream}`,
    payload: JSON.stringify({ filter: subjects.of(log), seq: seq + 1 }),
  });
  return answer?.json<{ readonly success?: boolean }>().success === true;
}

/**
 * Overwrites all messages of a log before this one, on every server; false if NATS did not answer. The list of
 * messages comes from any replica, which is quick but may lack the newest ones, so at the end the leader is asked
 * whether any message is left.
 */
export async function eraseBefore(
  requests: Requests,
  subjects: Subjects,
  log: string,
  seq: number,
): Promise<boolean> {
  for (;;) {
    const found = await requests.collect({
      subject: `$JS.API.DIRECT.GET.${subjects.logStream}`,
      payload: JSON.stringify({ seq: 1, next_by_subj: subjects.of(log), batch: AT_ONCE }),
    });
    if (found === null) return false;
    const listed = found.map(message => Number(message.headers?.get('Nats-Sequence') ?? 0));
    const earlier = listed.filter(one => one > 0 && one < seq);
    if (earlier.length === 0) {
      const first = await firstOf(requests, subjects, log);
      if (first === null) return false;
      if (first === 0 || first >= seq) return true;
      earlier.push(first);
    }
    const erased = await Promise.all(earlier.map(one => erase(requests, subjects, one)));
    if (erased.includes(false)) return false;
  }
}

/** Returns the number of the log's first message according to the leader, 0 for none; null if NATS did not answer. */
async function firstOf(requests: Requests, subjects: Subjects, log: string): Promise<number | null> {
  const answer = await requests.ask({
    subject: `$JS.API.STREAM.MSG.GET.${subjects.logStream}`,
    payload: JSON.stringify({ seq: 1, next_by_subj: subjects.of(log) }),
  });
  const reply = answer?.json<{
    readonly error?: StreamError;
    readonly message?: { readonly seq: number };
  }>();
  if (reply?.error?.err_code === NOT_FOUND) return 0;
  return reply?.message?.seq ?? null;
}

/** Overwrites one message; another node may already have done so. */
async function erase(requests: Requests, subjects: Subjects, seq: number): Promise<boolean> {
  const answer = await requests.ask({
    subject: `$JS.API.STREAM.MSG.DELETE.${subjects.logStream}`,
    payload: JSON.stringify({ seq }),
  });
  const reply = answer?.json<{ readonly success?: boolean; readonly error?: StreamError }>();
  return reply?.success === true || reply?.error?.err_code === NO_SUCH_MESSAGE;
}
