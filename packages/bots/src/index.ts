/** Everything that other packages may import from the bots. */

export { type Advice, type AdviceMind, adviceFor } from './advice.ts';
export { ANSWER_KINDS, type Answer, type AnswerKind, type AnswerStep } from './answer-path.ts';
export {
  type Contest,
  type ContestReport,
  type ContestStep,
  playContest,
  playOnFrom,
  watchContest,
} from './arena.ts';
export { type BotDecision, type BotLook, botTurn } from './bot.ts';
export { BotPlayer } from './bot-player.ts';
export { type Debrief, debriefing, MAX_TURNING_POINTS, type TurningPoint } from './debrief.ts';
export { dealOf, findingDeal, type ProvenDeal } from './heist-deal.ts';
export { type Memory, newMemory } from './memory.ts';
export type { Chance } from './pace.ts';
export { type Par, parOf } from './par.ts';
export { type Rehearsal, type RehearsalOptions, rehearse, type Stretch } from './rehearsal.ts';
export type { NeedPoint, SandCurve, SandPoint } from './sand-curve.ts';
export { judgeScenario, type Solution, type SolveOptions, type SolverOutcome, solve } from './solver.ts';
