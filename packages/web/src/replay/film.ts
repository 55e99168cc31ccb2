/**
 * A finished game as a film: the state after every event, a sentence for every event, and the moments to which one can
 * jump.
 */
import { AVATARS } from '@hush/protocol';
import {
  type Action,
  actionsOf,
  beginGame,
  type EventOf,
  evolve,
  type Game,
  type GameEvent,
  HEROES,
  isStruckOut,
  type Millis,
} from '@hush/rules';
import type { Walk } from '../board/scene.ts';
import { say } from '../i18n/catalogs.ts';
import { wayTo } from '../model/board-director.ts';
import { planePoint } from '../model/scene-of.ts';
import { type StoryMoment, storyOf } from '../model/story.ts';
import { messagesOf } from '../spoken/news.ts';

/** The kinds of moments to which a button jumps. */
export const LEAPS = ['laid', 'turned', 'theft', 'left'] as const;
export type Leap = (typeof LEAPS)[number];

export interface Film {
  readonly events: readonly GameEvent[];
  /** `frames[i]` is the game after `events[i]`. */
  readonly frames: readonly Game[];
  readonly moments: readonly StoryMoment[];
  /** The time of the last event. */
  readonly end: Millis;
  /** The known names by seat. */
  readonly names: readonly string[];
}

export const SECOND = 1000;

/** The length of a film, rounded up to whole seconds, so that a slider with steps of one second reaches the end. */
export const lengthOf = ({ end }: Film): Millis => Math.max(1, Math.ceil(end / SECOND)) * SECOND;

/**
 * `bySeat`: one name for every seat, '' if it is unknown. `people`: only the names of people, in the order of their
 * seats, as in a line of the book.
 */
export interface Names {
  readonly type: 'bySeat' | 'people';
  readonly names: readonly string[];
}

/**
 * The names by seat. All are unknown if somebody left, so that there are fewer names than people, or if a bot took a seat
 * during the game: then names cannot be matched to seats.
 */
function namesBySeat({ type, names }: Names, events: readonly GameEvent[], game: Game): readonly string[] {
  const { players } = game.setUp;
  if (type === 'bySeat' || names.length === players) return names;
  const start = events.findIndex(event => event.type === 'gameStarted');
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const people = seats.filter(seat => !game.bots.includes(seat));
  const isSure = names.length === people.length && !events.slice(start).some(({ type }) => type === 'botSat');
  return isSure ? seats.map(seat => names[people.indexOf(seat)] ?? '') : [];
}

/** A seat without a name is called by its number. */
const nameAt = (names: readonly string[], seat: number): string => names[seat] || `${seat + 1}`;

/** Returns null if the events do not begin with a set-up. */
export function filmOf(events: readonly GameEvent[], names: Names): Film | null {
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') return null;
  let game = beginGame(first);
  const frames = [game];
  for (const event of rest) {
    game = evolve(game, event);
    frames.push(game);
  }
  const { moments } = storyOf(events, game.setUp.players);
  return { events, frames, moments, end: events.at(-1)?.at ?? 0, names: namesBySeat(names, events, game) };
}

/** A seat whose player is unknown is named by its number. */
export const namedFilm = (film: Film): Film => ({
  ...film,
  names: Array.from(
    { length: gameAt(film, 0).setUp.players },
    (_, seat) => film.names[seat] || say('replay.seat', { n: seat + 1 }),
  ),
});

/** The index of the last event at or before this time, by binary search. */
export function frameAt({ events }: Film, at: Millis): number {
  let [low, high] = [0, events.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((events[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const gameAt = (film: Film, frame: number): Game => film.frames[frame] ?? (film.frames[0] as Game);

interface FilmSeat {
  readonly name: string;
  readonly isBot: boolean;
  readonly actions: readonly Action[];
  /** The actions of the seat that nobody can use (TH-2d, SC-16b). */
  readonly struckOut: readonly Action[];
}

/** For every seat at this moment: the name, whether a bot has the seat, and the actions. */
export const seatsAt = (film: Film, frame: number): readonly FilmSeat[] => {
  const game = gameAt(film, frame);
  return film.names.map((_, seat) => ({
    name: nameAt(film.names, seat),
    isBot: game.bots.includes(seat),
    actions: actionsOf(game, seat),
    struckOut: actionsOf(game, seat).filter(action => isStruckOut(game, action)),
  }));
};

/** A row of the event list: the text and its place in the film. */
export interface FilmLine {
  readonly frame: number;
  readonly at: Millis;
  readonly text: string;
}

/** The sentence for a win without "you" or "we", because the viewer may not have been a player. */
const fromAfar = ({ type }: GameEvent): string | null => (type === 'gameWon' ? say('replay.won') : null);

/** All events in words; events without a sentence are left out. */
export const filmLinesOf = (film: Film): readonly FilmLine[] => {
  const names = film.names.map((_, seat) => nameAt(film.names, seat));
  return film.events.flatMap((event, frame) => {
    const game = gameAt(film, frame);
    const before = frame === 0 ? null : gameAt(film, frame - 1);
    const notice = { type: 'news', events: [event], member: null, n: null, mine: false } as const;
    const text =
      fromAfar(event) ??
      messagesOf(notice, { before, game, seat: -1, names, nameOf: () => null })
        .map(message => message.text)
        .join(' ');
    return text === '' ? [] : [{ frame, at: event.at, text }];
  });
};

/** Returns the move that an event caused, for the board; null if no hero moved. */
export function walkAt(film: Film, frame: number): Walk | null {
  const event = film.events[frame];
  if (event?.type !== 'heroMoved' || frame === 0) return null;
  const { hero, to, by, seat }: EventOf<'heroMoved'> = event;
  const author = { name: nameAt(film.names, seat), avatar: AVATARS[seat % AVATARS.length] ?? '' };
  return { hero, author, ...wayTo(gameAt(film, frame - 1), hero, to, by) };
}

/** Moves that put every hero into its place at once, as by a vortex, for jumps in time. */
export function leapTo(film: Film, frame: number): readonly Walk[] {
  const game = gameAt(film, frame);
  return HEROES.flatMap((hero): readonly Walk[] => {
    const cell = game.heroes[hero];
    return cell === null ? [] : [{ hero, author: null, by: 'vortex', path: [planePoint(game, cell)] }];
  });
}

/** Returns the next or previous moment of these kinds; null if there is none. */
export function leapFrom(
  { moments }: Pick<Film, 'moments'>,
  at: Millis,
  way: 'next' | 'last',
  kinds: readonly StoryMoment['type'][] = LEAPS,
): StoryMoment | null {
  const wanted = moments.filter(({ type }) => kinds.includes(type));
  return (
    (way === 'next' ? wanted.find(moment => moment.at > at) : wanted.findLast(moment => moment.at < at)) ??
    null
  );
}
