/** A summary of a game, made from its record: how often each player moved, and when important events happened. */
import type { GameEvent, Hero, Millis } from '@hush/rules';

export interface StoryMoment {
  readonly at: Millis;
  readonly type: 'turned' | 'laid' | 'camera' | 'theft' | 'left' | 'discarded' | 'won' | 'lost';
  readonly tile?: number;
  readonly hero?: Hero;
}

export interface Story {
  /** The number of moves of each seat. */
  readonly moves: readonly number[];
  readonly nudges: readonly number[];
  readonly moments: readonly StoryMoment[];
}

const ACTS: readonly GameEvent['type'][] = ['heroMoved', 'tileDrawn', 'tileLaid', 'actionTurned'];

function momentOf(event: GameEvent): StoryMoment | null {
  const { at } = event;
  switch (event.type) {
    case 'hourglassTurned':
      return { at, type: 'turned' };
    case 'tileLaid':
      return { at, type: 'laid', tile: event.tile };
    case 'cameraSwitchedOff':
      return { at, type: 'camera' };
    case 'theftHappened':
      return { at, type: 'theft' };
    case 'heroLeft':
      return { at, type: 'left', hero: event.hero };
    case 'tileDiscarded':
      return { at, type: 'discarded', tile: event.tile };
    case 'gameWon':
      return { at, type: 'won' };
    case 'gameLost':
      return { at, type: 'lost' };
    default:
      return null;
  }
}

export function storyOf(events: readonly GameEvent[], players: number): Story {
  const moves = Array<number>(players).fill(0);
  const nudges = Array<number>(players).fill(0);
  for (const event of events) {
    if (!('seat' in event) || event.seat === null) continue;
    if (ACTS.includes(event.type)) moves[event.seat] = (moves[event.seat] ?? 0) + 1;
    if (event.type === 'pawnMoved' || event.type === 'tapped')
      nudges[event.seat] = (nudges[event.seat] ?? 0) + 1;
  }
  return { moves, nudges, moments: events.flatMap(event => momentOf(event) ?? []) };
}
