/**
 * The judge decides a batch of jobs, in order, and returns a draft. It sends nothing. On the way it stores only data that
 * must be durable before the entry that needs them: a seed, a name.
 */

import { prepareGame } from '@hush/rules';
import { hideOrder, joinWish } from '../commands/dictated-order.ts';
import { wishProblem } from '../commands/wish-check.ts';
import type { JournalError } from '../journal/journal.ts';
import { APPEND_LIMIT } from '../journal/journal.ts';
import type { Cause } from '../messages/entry.ts';
import { frameOf, refusalFrame } from '../messages/frame.ts';
import { talkMessageOf } from '../messages/talk.ts';
import { VOCABULARY } from '../messages/vocabulary.ts';
import { decideTable } from '../state/decide-table.ts';
import { play, type RefusalMore } from '../state/play.ts';
import { isOverQuota, quotaAllowsManage, quotaAllowsPlay } from '../state/quota.ts';
import type { PlayRefusal } from '../state/refusals.ts';
import { isEverybodyReady, isPlaying, playersOf } from '../state/table-state.ts';
import { isTalk, type TalkCommand } from '../state/talk.ts';
import { Draft, type Facts, type JobResult } from './draft.ts';
import type { Job, ManageJob, Numbered, PlayJob, QueuedJob } from './jobs.ts';
import { judgePlayOn } from './judge-play-on.ts';
import {
  judgeBotMove,
  judgeHello,
  judgeHostLost,
  judgeJoin,
  judgeMemberLost,
  judgeRename,
  judgeSeatOfBot,
} from './judge-seats.ts';

/** The result of judging; a promise only if a private log must be read or written first. */
type Judgement = Draft | JournalError | Promise<Draft | JournalError>;

/** The most characters of a draft: half of what one append may hold, because its last entry may be large. */
const MOST_TEXT = APPEND_LIMIT / 2;

export function judge(facts: Facts, jobs: readonly QueuedJob[]): Judgement {
  return knowsSecret(facts) ? judgeFrom(new Draft(facts), jobs) : learnSecretAndJudge(facts, jobs);
}

/** Whether this authority knows the secret of the running game. */
const knowsSecret = ({ log: { state }, privateLogs }: Facts): boolean =>
  state.game === null || !isPlaying(state) || privateLogs.secretOf(state.game.setUp.commitment) !== null;

/** Reads the secret of a game that began at another authority, which stored it before the game. */
async function learnSecretAndJudge(facts: Facts, jobs: readonly QueuedJob[]): Promise<Draft | JournalError> {
  const problem = await facts.privateLogs.learnSecrets();
  if (problem !== null) return problem;
  if (!knowsSecret(facts)) throw new Error('a game without its secret');
  return judgeFrom(new Draft(facts), jobs);
}

/** Judges jobs; moves, which are nearly all jobs, are judged synchronously. */
function judgeFrom(draft: Draft, jobs: readonly QueuedJob[]): Judgement {
  while (draft.size <= MOST_TEXT) {
    const queued = jobs[draft.judged];
    if (queued === undefined) break;
    draft.begin(queued);
    const result = judgeReadably(draft, queued.job);
    if (result !== null) return judgeAfter(result, draft, jobs);
    draft.judged++;
  }
  return draft;
}

async function judgeAfter(
  result: Promise<JournalError | null>,
  draft: Draft,
  jobs: readonly QueuedJob[],
): Promise<Draft | JournalError> {
  const problem = await result;
  if (problem !== null) return problem;
  draft.judged++;
  return judgeFrom(draft, jobs);
}

/**
 * Judges a job during a deploy of a cluster: if the other version of Hush cannot read its events, the job is refused
 * or dropped.
 */
function judgeReadably(draft: Draft, job: Job): JobResult {
  const vocabulary = draft.facts.vocabulary();
  // Events of passing time cannot be refused, and a hello must be answered.
  if (vocabulary >= VOCABULARY || job.type === 'hello' || job.type === 'time-up') return judgeJob(draft, job);
  return draft.tryWithin(
    vocabulary,
    () => judgeJob(draft, job),
    () => withhold(draft, job),
  );
}

function withhold(draft: Draft, job: Job): null {
  if (job.type === 'join') return draft.refuse({ client: job.client, member: 0, n: 0 }, 'not-yet');
  if (job.type === 'bot-move') return draft.answer({ type: 'bot-moved', isAccepted: false });
  if (job.type !== 'do' && job.type !== 'manage') return null;
  draft.count(job, 'not-yet');
  return draft.refuse(job, 'not-yet');
}

function judgeJob(draft: Draft, job: Job): JobResult {
  switch (job.type) {
    case 'do':
      return job.command.type === 'start' ? judgeStart(draft, job) : judgePlay(draft, job);
    case 'manage':
      return judgeManage(draft, job);
    case 'join':
      return judgeJoin(draft, job);
    case 'rename':
      return judgeRename(draft, job);
    case 'hello':
      return judgeHello(draft, job);
    case 'time-up':
      return null; // `Draft.begin` has already added the events that time causes
    case 'host-lost':
      return judgeHostLost(draft);
    case 'member-lost':
      return judgeMemberLost(draft, job.member);
    case 'bot-move':
      return judgeBotMove(draft, job);
    case 'sit-in':
    case 'stand-up':
      return judgeSeatOfBot(draft, job);
  }
}

function judgePlay(draft: Draft, job: PlayJob): null {
  const { member, n, command } = job;
  if (draft.isAnswered(job)) return null;
  const verdict = play(draft.state, member, command, draft.context());
  const why = verdict.ok ? limitOf(draft, job) : verdict.error;
  draft.count(job, why);
  if (why !== null) return draft.refuse(job, why, whoWasFirst(draft, job, why));
  if (isTalk(command)) return relay(draft, job, command);
  const names = command.type === 'start' ? draft.facts.privateLogs.names : undefined;
  return draft.write(verdict.ok ? verdict.value : [], { member, n }, names);
}

/**
 * Starts the game; names are frozen until it is over. The entry contains the number of names, for all authorities
 * (CM-2c).
 */
async function judgeStart(draft: Draft, job: PlayJob): Promise<JournalError | null> {
  const problem = await draft.facts.privateLogs.learnPeople();
  return problem ?? judgePlay(draft, job);
}

/** The limit that the member has used up, if any. */
function limitOf(draft: Draft, job: PlayJob): 'too-fast' | 'worn-out' | null {
  const { chat, log } = draft.facts;
  const { member, command } = job;
  if (!isTalk(command) && !quotaAllowsPlay(log, command)) return 'worn-out';
  if (command.type === 'pause') return chat.allowsVisibleAct(draft.state, job) ? null : 'too-fast';
  if (!isTalk(command)) return null;
  const isUnsay = command.type === 'unsay';
  const waiting = draft.items.filter(
    item => item.type === 'relayed' && item.member === member && (item.talk === 'unsay') === isUnsay,
  ).length;
  return chat.allows(member, command.type, waiting) ? null : 'too-fast';
}

function whoWasFirst(draft: Draft, { member, command }: PlayJob, why: PlayRefusal): RefusalMore {
  if (why !== 'moved-on' || !('hero' in command)) return {};
  const first = draft.lastMover(command.hero);
  return first === undefined || first === member ? {} : { first };
}

/** Relays a chat text or gesture, with the version of the table at which it was allowed. */
function relay(draft: Draft, { client, member, n }: Numbered, command: TalkCommand): null {
  const frame = frameOf(talkMessageOf(command, { m: member, n, v: draft.version }));
  const unsaid = command.type === 'unsay' ? { ...command, frame: refusalFrame(command.said, 'stale') } : null;
  return draft.answer({ type: 'relayed', client, member, n, talk: command.type, frame, unsaid });
}

function judgeManage(draft: Draft, job: ManageJob): JobResult {
  const { member, n, command } = job;
  const { log, chat, privateLogs } = draft.facts;
  if (draft.isAnswered(job)) return null;
  if (command.type === 'begin') return judgeBegin(draft, job);
  if (command.type === 'playOn') return judgePlayOn(draft, job, command.events);
  const { shown, dictated } = hideOrder(command);
  const events = decideTable(draft.state, member, shown);
  if (typeof events === 'string') return decline(draft, job, events);
  if (!quotaAllowsManage(log, command)) return decline(draft, job, 'worn-out');
  const problem = command.type === 'wish' ? wishProblem(command.wish) : null;
  if (problem !== null) return decline(draft, job, 'bad-setup', { say: problem.why });
  if (!chat.allowsVisibleAct(draft.state, job)) return decline(draft, job, 'too-fast');
  draft.count(job, null);
  draft.write(events, { member, n });
  if (command.type === 'ready' && isEverybodyReady(draft.state)) return beginTogether(draft);
  return dictated === null ? null : privateLogs.keepDictated(dictated);
}

function decline(draft: Draft, job: ManageJob, why: PlayRefusal, more: RefusalMore = {}): null {
  draft.count(job, why);
  return draft.refuse(job, why, more);
}

async function judgeBegin(draft: Draft, job: ManageJob): Promise<JournalError | null> {
  const { host, game } = draft.state;
  const { member, n } = job;
  if (host !== member) return decline(draft, job, 'not-host');
  if (isOverQuota(draft.facts.log)) return decline(draft, job, 'worn-out');
  if (isPlaying(draft.state) && game?.status !== 'setup') return decline(draft, job, 'game-running');
  const dealt = await dealGame(draft, { member, n });
  if (dealt?.type === 'bad-setup') return decline(draft, job, 'bad-setup', { say: dealt.say });
  if (dealt === null) draft.count(job, null);
  return dealt;
}

/** The reason why the members at the table cannot play this wish. */
interface BadSetup {
  readonly type: 'bad-setup';
  readonly say: string;
}

/** Sets up a new game with the same members. Its seed is durable before the set-up, which contains the seed's commitment. */
async function dealGame(draft: Draft, cause: Cause | null): Promise<JournalError | BadSetup | null> {
  const { privateLogs, lobby } = draft.facts;
  const { games, wish } = draft.state;
  const behind = await privateLogs.learnSecrets();
  if (behind !== null) return behind;
  const seats = playersOf(draft.state);
  const wished = { ...joinWish(wish, privateLogs.dictated), players: seats.length };
  const prepared = prepareGame(wished, lobby.seedOf(games + 1));
  if (!prepared.ok) return { type: 'bad-setup', say: prepared.error };
  const problem = await privateLogs.keepSecret(games + 1, prepared.value.secret);
  if (problem !== null) return problem;
  return draft.write([{ type: 'seatsClosed', seats }, prepared.value.event], cause);
}

/**
 * Begins a game when all are ready. If heroes may be placed before the start (SC-13), members first look at the deal
 * and then press ready a second time.
 */
async function beginTogether(draft: Draft): Promise<JournalError | null> {
  const { privateLogs, log } = draft.facts;
  const isNew = !isPlaying(draft.state);
  if (isNew) {
    const dealt = isOverQuota(log) ? null : await dealGame(draft, null);
    if (dealt !== null) return dealt.type === 'bad-setup' ? null : dealt;
  }
  const { game, host } = draft.state;
  if (game?.status !== 'setup' || host === null || (isNew && game.rules.twoMalls)) return null;
  const problem = await privateLogs.learnPeople();
  if (problem !== null) return problem;
  const verdict = play(draft.state, host, { type: 'start' }, draft.context());
  return verdict.ok ? draft.write(verdict.value, null, privateLogs.names) : null;
}
