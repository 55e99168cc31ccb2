/**
 * The part of the judge that continues an earlier game from one of its moments (GB-4). The new game's log begins with
 * the old game's events up to a moment, so that it can be replayed and audited like any other; `playedOn` marks where
 * the new part begins. The sand stands still until somebody resumes the game.
 */
import { atOnce, decide, firstEvents, type Game, type GameEvent, replay, type Secret } from '@hush/rules';
import { APPEND_LIMIT, type JournalError } from '../journal/journal.ts';
import { readingGame } from '../logs/last-game.ts';
import type { PrivateLogs } from '../logs/private-logs.ts';
import { evolveTable } from '../state/evolve-table.ts';
import { seatsToPlayOn } from '../state/play-on.ts';
import { isOverQuota } from '../state/quota.ts';
import type { PlayRefusal } from '../state/refusals.ts';
import { isPlaying, seatOf } from '../state/table-state.ts';
import type { Draft } from './draft.ts';
import type { ManageJob } from './jobs.ts';

/** The most characters of a game that can be continued: half of what one append may hold. */
const MOST_TEXT = APPEND_LIMIT / 2;

export async function judgePlayOn(
  draft: Draft,
  job: ManageJob,
  events: number,
): Promise<JournalError | null> {
  const refusal = refusalFor(draft, job);
  if (refusal !== null) return decline(draft, job, refusal);
  const { log, privateLogs } = draft.facts;
  const last = await log.lastGame();
  if (!last.ok) {
    if (typeof last.error !== 'string') return last.error;
    return decline(draft, job, 'no-game');
  }
  const problem = (await privateLogs.learnSecrets()) ?? (await privateLogs.learnPeople());
  if (problem !== null) return problem;
  const whole = atOnce(readingGame(last.value));
  const begun = whole.ok ? firstEvents(whole.value, events) : [];
  const game = begun.length === 0 ? null : replay(begun);
  const secret = game === null || !whole.ok ? null : secretOf(game, whole.value, privateLogs);
  if (game === null || secret === null) return decline(draft, job, 'bad-setup');
  return writeGame(draft, job, { begun, game, secret });
}

/** The refusal if a member may not continue a game: only the host and the leader of the debrief may. */
function refusalFor({ state, facts: { log, debrief } }: Draft, { member }: ManageJob): PlayRefusal | null {
  if (state.host !== member && debrief.leader !== member) return 'not-host';
  if (isOverQuota(log)) return 'worn-out';
  if (state.game === null) return 'no-game';
  // A game whose end is not durable yet cannot be read from the journal.
  return isPlaying(state) || isPlaying(log.state) ? 'game-running' : null;
}

interface Continued {
  readonly begun: readonly GameEvent[];
  readonly game: Game;
  readonly secret: Secret;
}

async function writeGame(
  draft: Draft,
  job: ManageJob,
  { begun, game, secret }: Continued,
): Promise<JournalError | null> {
  const { privateLogs, crowd } = draft.facts;
  const { games } = draft.state;
  const seating = seatsToPlayOn(draft.state, game.setUp.players);
  if (typeof seating === 'string') return decline(draft, job, seating);
  const seat = seatOf(seating.reduce(evolveTable, draft.state), job.member);
  const on = decide(game, { type: 'playOn', seat }, { at: game.at, secret });
  if (!on.ok) return decline(draft, job, on.error);
  if (JSON.stringify(begun).length > MOST_TEXT) return decline(draft, job, 'worn-out');
  const problem = await privateLogs.keepSecret(games + 1, secret);
  if (problem !== null) return problem;
  const { member, n } = job;
  draft.count(job, null);
  draft.write([...seating, ...begun, ...on.value], { member, n }, privateLogs.names);
  // Bots take the seats of absent members.
  const isMissing = draft.state.seats.some(other => other !== null && !isHere(draft, other, crowd));
  if (isMissing && draft.state.botsSitIn === undefined)
    draft.write([{ type: 'sitInAllowed', allowed: true }], null);
  return null;
}

const isHere = ({ state }: Draft, member: number, crowd: Draft['facts']['crowd']): boolean =>
  crowd.has(member) || (state.bots ?? []).some(bot => bot.member === member);

/** The secret of the last game. After the game its seed is public; only a prescribed order of tiles is not. */
function secretOf({ setUp }: Game, log: readonly GameEvent[], privateLogs: PrivateLogs): Secret | null {
  const kept = privateLogs.secretOf(setUp.commitment);
  if (kept !== null) return kept;
  const end = log.at(-1);
  const isDictated = setUp.chosen.includes('stack') || setUp.chosen.includes('pile');
  return isDictated || end?.type !== 'seedRevealed' ? null : { seed: end.seed, stack: null, pile: null };
}

function decline(draft: Draft, job: ManageJob, why: PlayRefusal): null {
  draft.count(job, why);
  return draft.refuse(job, why);
}
