/** The front door of the bots. */
export { type Contest, playContest, type Report } from './arena.ts';
export { botTurn, type Look, type Turn } from './bot.ts';
export { BotPlayer } from './bot-player.ts';
export { type Memory, newMemory } from './memory.ts';
export type { Chance } from './pace.ts';
export { type Par, parOf } from './par.ts';
export { type Rehearsal, type RehearsalOptions, rehearse, type Stretch } from './rehearsal.ts';
export { judgeScenario, type Solution, type SolveOptions, type SolverOutcome, solve } from './solver.ts';
