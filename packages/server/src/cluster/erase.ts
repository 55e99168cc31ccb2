/**
 * Erases text from the NATS servers' disks. A purge only removes messages from the index of the stream, and their text stays
 * in the file while it holds other messages. A message that is deleted individually is overwritten. Its copy in the Raft log
 * disappears with the next snapshot, which every server makes within a few minutes of a change (ADR 20).
 */
import type { Requests, StreamError } from './requests.ts';
import type { Subjects } from './subjects.ts';

const AT_ONCE = 100;
const NO_SUCH_MESSAGE = 10_043;

/** Logs whose text must be erased from disks: names of people and of crews. */
const NAMES = /^(?:people|crew)\//;

/** Deletes the messages of a log up to this one; messages of its next life stay. */
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

/** Overwrites all messages of a log before this one on every server; returns false if NATS did not answer. */
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
    const earlier = found
      .map(message => Number(message.headers?.get('Nats-Sequence') ?? 0))
      .filter(one => one > 0 && one < seq);
    if (earlier.length === 0) return true;
    const erased = await Promise.all(earlier.map(one => erase(requests, subjects, one)));
    if (erased.includes(false)) return false;
  }
}

/** Another node may have erased the message a moment ago. */
async function erase(requests: Requests, subjects: Subjects, seq: number): Promise<boolean> {
  const answer = await requests.ask({
    subject: `$JS.API.STREAM.MSG.DELETE.${subjects.logStream}`,
    payload: JSON.stringify({ seq }),
  });
  const reply = answer?.json<{ readonly success?: boolean; readonly error?: StreamError }>();
  return reply?.success === true || reply?.error?.err_code === NO_SUCH_MESSAGE;
}
