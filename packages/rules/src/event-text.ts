/** Writes and reads every event except the set-up as one line of text: when, who, what. */
import { type EventOf, type EventType, LOSS_REASONS } from './events.ts';
import { ACTION, CELL_WORD, HERO, SEAT, TILE_WORD, TIME } from './names.ts';
import { clause, complain, type Miss, type NotationPhrase, readPhrase, slot, writePhrase } from './phrase.ts';
import { err, ok, type Result } from './result.ts';
import { type Cell, HEROES } from './vocabulary.ts';
import { listWord, QUOTED, type TextLine, type TextProblem, wordOf } from './words.ts';

type Told = Exclude<EventType, 'gameSetUp'>;
export type WrittenEvent = EventOf<Told>;

/** The fields that a line contains besides the time. */
type Fields<T extends Told> = T extends 'tileDrawn' ? DrawnFields : Omit<EventOf<T>, 'type' | 'at'>;

/**
 * `own` is null if there is no crystal ball: then every place is a hero's own one, and the line does not list the
 * places.
 */
type DrawnFields = Omit<EventOf<'tileDrawn'>, 'type' | 'at' | 'own'> & {
  readonly own: readonly Cell[] | null;
};

const BY = wordOf('a hero or ball', [...HEROES, 'ball']);
const REASON = wordOf('a reason', LOSS_REASONS);

/** The words of each event; the player comes first. A missing event is a compile error. */
const PHRASES: { readonly [T in Told]: NotationPhrase<Fields<T>> } = {
  tilesSwapped: [slot('seat', SEAT), 'swaps', 'with', slot('with', SEAT)],
  heroPlaced: [slot('seat', SEAT), 'places', slot('hero', HERO), 'on', slot('to', CELL_WORD)],
  gameStarted: ['start'],
  heroMoved: [slot('seat', SEAT), slot('hero', HERO), slot('by', ACTION), slot('to', CELL_WORD)],
  heroLeft: [slot('hero', HERO), 'leaves'],
  hourglassTurned: ['hourglass', 'turned', 'on', slot('cell', CELL_WORD)],
  cameraSwitchedOff: ['camera', 'off', 'on', slot('cell', CELL_WORD)],
  ballUsed: ['ball', 'used', 'on', slot('cell', CELL_WORD)],
  tileDrawn: [
    slot('seat', SEAT),
    'draws',
    slot('tile', TILE_WORD),
    'for',
    slot('places', listWord(CELL_WORD)),
    clause('own', 'own', listWord(CELL_WORD)),
    clause('ball', 'ball', CELL_WORD),
    clause('next', 'next', TILE_WORD),
  ],
  tileLaid: [
    slot('seat', SEAT),
    'lays',
    slot('tile', TILE_WORD),
    'at',
    slot('door', CELL_WORD),
    'by',
    slot('by', BY),
  ],
  tileDiscarded: [slot('seat', SEAT), 'discards', slot('tile', TILE_WORD), clause('next', 'next', TILE_WORD)],
  theftHappened: ['theft', clause('by', 'seat', SEAT)],
  actionTurned: [slot('seat', SEAT), 'turns', slot('action', ACTION)],
  pawnMoved: [slot('seat', SEAT), 'pawn', 'to', slot('to', SEAT)],
  tapped: [slot('seat', SEAT), 'taps', slot('to', SEAT)],
  stared: [slot('seat', SEAT), 'stares', 'at', slot('to', SEAT)],
  paused: [slot('seat', SEAT), 'pauses'],
  resumed: [slot('seat', SEAT), 'resumes'],
  playedOn: [slot('seat', SEAT), 'plays', 'on'],
  botSat: [slot('seat', SEAT), 'is', 'a', 'bot'],
  gameWon: ['won'],
  gameLost: ['lost', 'by', slot('reason', REASON)],
  seedRevealed: ['seed', slot('seed', QUOTED)],
};

const TOLD = Object.keys(PHRASES) as readonly Told[];
const phraseOf = (type: Told): NotationPhrase<object> => PHRASES[type] as NotationPhrase<object>;

const TIME_WIDTH = 9;
const SEAT_WIDTH = 4;

/** Writes an event as one line; the player has a separate column. */
export function eventLine(event: WrittenEvent): string {
  const [first = '', ...rest] = writePhrase(phraseOf(event.type), fieldsOf(event)).split(' ');
  const [who, what] = SEAT.read(first) === undefined ? ['', [first, ...rest]] : [first, rest];
  return `${TIME.write(event.at).padStart(TIME_WIDTH)}  ${who.padEnd(SEAT_WIDTH)}${what.join(' ')}`;
}

function fieldsOf(event: WrittenEvent): object {
  if (event.type !== 'tileDrawn') return event;
  const same =
    event.own.length === event.places.length && event.own.every((cell, i) => cell === event.places[i]);
  return same ? { ...event, own: null } : event;
}

/** The event that a line describes. */
export function readEventLine(line: TextLine): Result<WrittenEvent, TextProblem> {
  const at = TIME.read(line.words[0]?.text ?? '');
  if (at === undefined) return err(complain(line, { at: 0, expected: TIME.what }));
  const misses: Miss[] = [];
  for (const type of TOLD) {
    const heard = readPhrase(phraseOf(type), line, 1);
    if (heard.ok) return ok(eventOf(type, at, heard.value));
    misses.push(heard.error);
  }
  return err(complain(line, furthest(misses)));
}

function eventOf(type: Told, at: number, fields: object): WrittenEvent {
  const event = { type, at, ...fields } as WrittenEvent;
  return event.type === 'tileDrawn' ? { ...event, own: event.own ?? event.places } : event;
}

/** The error of a line that fits no form: the one of the form that fits the most words. */
function furthest(misses: readonly Miss[]): Miss {
  const at = Math.max(...misses.map(miss => miss.at));
  const last = misses.filter(miss => miss.at === at);
  const [first] = last;
  if (first?.why !== undefined) return first;
  return { at, expected: [...new Set(last.map(miss => miss.expected))].join(' or ') };
}
