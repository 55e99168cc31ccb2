/** Decides which sounds a notice causes. This file only names the sounds and plays none of them. */
import type { LogEvent, Notice } from '@hush/protocol';
import { type Game, isOver, talkState } from '@hush/rules';
import type { SoundName } from './score.ts';

export interface CueContext {
  readonly before: Game | null;
  readonly game: Game | null;
  readonly seat: number;
  /** How many nudges this player got in a row. */
  readonly nudges: number;
}

/** Sounds that are played even while the page is hidden. */
const URGENT: readonly SoundName[] = ['nudge-1', 'nudge-2', 'nudge-3', 'alarm'];
export const isUrgent = (sound: SoundName): boolean => URGENT.includes(sound);

export const nudgeSound = (nudges: number): SoundName => {
  if (nudges <= 1) return 'nudge-1';
  return nudges === 2 ? 'nudge-2' : 'nudge-3';
};

export const isNudgeAt = (event: LogEvent, seat: number): boolean =>
  (event.type === 'pawnMoved' || event.type === 'tapped') && event.to === seat;

export function cuesOf(notice: Notice, hearing: CueContext): readonly SoundName[] {
  if (notice.type === 'refused') return ['refused'];
  if (notice.type === 'other' && notice.message.t === 'said') return ['said'];
  if (notice.type !== 'news') return [];
  // The sound of the player's own step was played when the player made the move.
  const events = notice.events.filter(event => !(notice.mine && event.type === 'heroMoved' && isWalk(event)));
  return [...events.flatMap(event => cueOf(event, hearing)), ...talkCue(hearing)];
}

const isWalk = (event: Extract<LogEvent, { readonly type: 'heroMoved' }>): boolean =>
  event.by !== 'vortex' && event.by !== 'escalator';

function cueOf(event: LogEvent, hearing: CueContext): readonly SoundName[] {
  switch (event.type) {
    case 'heroMoved':
      return [isWalk(event) ? `step-${event.hero}` : (event.by as 'vortex' | 'escalator')];
    case 'heroLeft':
      return [`motif-${event.hero}`];
    case 'hourglassTurned':
      return hearing.game?.rules.passTiles ? ['hourglass', 'passed'] : ['hourglass'];
    case 'tileDrawn':
      return ['explore'];
    case 'theftHappened':
      return ['alarm'];
    case 'pawnMoved':
    case 'tapped':
    case 'stared':
      return event.to === hearing.seat ? [nudgeSound(hearing.nudges)] : [];
    case 'gameWon':
      return ['win'];
    case 'gameLost':
      return ['loss'];
    default:
      return [];
  }
}

const isSilent = (game: Game): boolean => talkState(game) === 'silent';

/**
 * The cue for a talk window that opens or closes, whatever caused it: an hourglass, the elf, a step, the start, a pause.
 * With free talk a step does not close talk.
 */
function talkCue({ before, game }: CueContext): readonly SoundName[] {
  if (before === null || game === null || isOver(game) || isSilent(before) === isSilent(game)) return [];
  return [isSilent(game) ? 'talk-closes' : 'talk-opens'];
}
