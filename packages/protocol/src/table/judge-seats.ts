/** The part of the judge for seats: joining, names, windows, lost connections, and bots on seats. */
import { mayRename } from '@hush/rules';
import type { BotMove } from '../bots/bot-host.ts';
import { judgeStandIn, type StandInJob } from '../bots/stand-ins.ts';
import type { JournalError } from '../journal/journal.ts';
import type { Client } from '../presence/crowd.ts';
import { admit, WRONG_TOKEN } from '../presence/handshake.ts';
import { isProgram } from '../state/bot-seats.ts';
import { handOver } from '../state/decide-table.ts';
import { play } from '../state/play.ts';
import { isOverHardQuota, isOverQuota, MOST_NAMES, quotaAllowsPlay } from '../state/quota.ts';
import { type Member, playersOf } from '../state/table-state.ts';
import { sitDown } from '../state/take-seat.ts';
import type { Draft } from './draft.ts';
import type { HelloJob, JoinJob, RenameJob } from './jobs.ts';

/**
 * The distance between the first command numbers of two windows; a window never has that number of unanswered commands.
 */
const EPOCH_GAP = 1_000;

/** Judges a join; a repeated request with the same token already has the seat. */
export async function judgeJoin(
  draft: Draft,
  { client, profile, token, program }: JoinJob,
): Promise<JournalError | null> {
  const { log, crowd, privateLogs, chat } = draft.facts;
  if (crowd.memberOf(client) !== null || isSeated(draft, client)) return null; // the client has disconnected, or the player pressed twice
  const known = log.memberWith(profile.key);
  const seating = sitDown(draft.state, known, { key: profile.key, program }, chat);
  const asked = { client, member: 0, n: 0 };
  if (seating.type === 'refused') return draft.refuse(asked, seating.why, seating.more);
  const { member, events } = seating;
  if (events.length > 0 ? isOverQuota(log) : isOverHardQuota(log)) return draft.refuse(asked, 'worn-out');
  // A seated member has a name already and can change it only by `rename`, which is not always allowed (CM-2j).
  if (member !== known && draft.facts.refusesName(profile.name)) return draft.refuse(asked, 'name-refused');
  const problem = member === known ? null : await privateLogs.keepProfile(profile);
  if (problem !== null) return problem;
  draft.write(events, null);
  return draft.answer({ type: 'seated', client, member, token });
}

const isSeated = ({ items }: Draft, client: Client): boolean =>
  items.some(item => item.type === 'seated' && item.client === client);

/** Judges a rename; names are frozen while a game runs (CM-2c). */
export function judgeRename(
  draft: Draft,
  { client, member, profile }: RenameJob,
): Promise<JournalError | null> | null {
  const { log, privateLogs } = draft.facts;
  const { game } = draft.state;
  const key = log.keyOf(member);
  if (key === undefined) return null;
  if (game !== null && !mayRename(game)) return draft.refuse({ client, member, n: 0 }, 'game-running');
  if (privateLogs.names >= MOST_NAMES) return draft.refuse({ client, member, n: 0 }, 'worn-out');
  if (draft.facts.refusesName(profile.name)) return draft.refuse({ client, member, n: 0 }, 'name-refused');
  draft.answer({ type: 'renamed' });
  return privateLogs.keepProfile({ key, ...profile });
}

/**
 * How many versions are skipped at most. A client may know versions from before the loss; if they were used again, it
 * would mistake new entries for old ones.
 */
const MOST_SKIPPED = 2_000;
/**
 * How many versions are skipped beyond those of the first client that reconnected, because other clients may have
 * received a few more entries.
 */
const SKIPPED_BEYOND = 64;

/** Continues the log at versions that no client has received, and tells everybody how many entries are lost. */
function skipLost(draft: Draft, member: Member, since: number): void {
  const count = since - draft.version;
  draft.facts.crowd.believed.add(member);
  for (let i = Math.min(count, MOST_SKIPPED) + SKIPPED_BEYOND; i > 1; i--)
    draft.add({ events: [], cause: null });
  draft.write([{ type: 'entriesLost', count }], null);
}

/** A new window of a member begins an epoch: an entry without events is appended, and older windows are closed. */
export function judgeHello(draft: Draft, job: HelloJob): null {
  const { client, hello } = job;
  const { crowd } = draft.facts;
  const admission = admit({ log: draft, crowd }, client, hello);
  if (admission.type === 'ahead') {
    skipLost(draft, admission.member, admission.since);
    return judgeHello(draft, job);
  }
  if (admission.type === 'unknown-token')
    return draft.answer({ type: 'admitted', client, hello, admission: WRONG_TOKEN });
  if (admission.type !== 'new-epoch') return draft.answer({ type: 'admitted', client, hello, admission });
  const { member } = admission;
  const epoch = draft.lastN(member) + EPOCH_GAP;
  draft.add({ events: [], cause: { member, n: epoch } });
  return draft.answer({ type: 'admitted', client, hello, admission: { type: 'greet', member, epoch } });
}

/** A lost connection pauses the game if the table's rules say so (HG-8i). */
export function judgeMemberLost(draft: Draft, member: Member): null {
  const { crowd, log } = draft.facts;
  if (isProgram(draft.state, member)) return null; // a program that loses its connection pauses nothing (PR-75e)
  const pause = { type: 'pause', because: 'disconnected' } as const;
  if (crowd.has(member) || !quotaAllowsPlay(log, pause)) return null;
  const verdict = play(draft.state, member, pause, draft.context());
  return verdict.ok ? draft.write(verdict.value, null) : null;
}

/** Makes the next connected member host, because the host was away for too long. */
export function judgeHostLost(draft: Draft): null {
  const { crowd } = draft.facts;
  const { host } = draft.state;
  if (host === null || crowd.has(host)) return null;
  const absent = playersOf(draft.state).filter(member => !crowd.has(member));
  return draft.write(handOver(draft.state, absent), null);
}

/** Accepts a bot's move only if nothing has happened since the bot looked. */
export function judgeBotMove(draft: Draft, { seat, command, seen }: BotMove): null {
  const member = draft.state.seats[seat] ?? null;
  const isLate = member === null || draft.version !== seen;
  const verdict = isLate ? null : play(draft.state, member, command, draft.context());
  const isAccepted = verdict?.ok ?? false;
  if (verdict?.ok) draft.write(verdict.value, null);
  return draft.answer({ type: 'bot-moved', isAccepted });
}

export const judgeSeatOfBot = (draft: Draft, job: StandInJob): null =>
  draft.write(judgeStandIn(draft.state, job, draft.facts), null);
