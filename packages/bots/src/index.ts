/** The front door of the bots. */
export { type Advice, type AdviceMind, adviceFor } from './advice.ts';
export { type Contest, type ContestStep, playContest, type Report, watchContest } from './arena.ts';
export { botTurn, type Look, type Turn } from './bot.ts';
export { BotPlayer } from './bot-player.ts';
export { dealOf, findingDeal, type ProvenDeal } from './heist-deal.ts';
export { type Memory, newMemory } from './memory.ts';
export type { Chance } from './pace.ts';
export { type Par, parOf } from './par.ts';
export { type Rehearsal, type RehearsalOptions, rehearse, type Stretch } from './rehearsal.ts';
export { judgeScenario, type Solution, type SolveOptions, type SolverOutcome, solve } from './solver.ts';
