/** Translates between the words of the rules (seats, cells) and those of the referee (names, coordinates). */
import {
  type Cell,
  type Command,
  type Coordinates,
  cellAt,
  coordinatesOf,
  type Game,
  type GameEvent,
  reach,
  type Seat,
} from '@hush/rules';
import type { RefereeRequest } from './referee-requests.ts';

/** A game and the names of its players, by seat. */
export interface NamedGame {
  readonly names: readonly string[];
  readonly game: Game;
}

/** The first name in a request that belongs to no player of the game. */
export function unknownPlayerIn({ names }: NamedGame, request: RefereeRequest): string | undefined {
  const people = [
    'by' in request ? request.by : undefined,
    request.do === 'nudge' || request.do === 'stare' ? request.to : undefined,
    request.do === 'swap' ? request.with : undefined,
  ];
  return people.find(name => name !== undefined && !names.includes(name));
}

const NO_CELL: Cell = -1;

/** Returns the command of the rules that a request asks for; null for waiting. */
export function commandOf({ names, game }: NamedGame, request: RefereeRequest): Command | null {
  const seat = 'by' in request ? names.indexOf(request.by) : 0;
  const cell = (at: Coordinates): Cell => cellAt(game, at) ?? NO_CELL;
  const { do: type } = request;
  switch (type) {
    case 'wait':
      return null;
    case 'start':
      return { type };
    case 'move':
      return { type, seat, hero: request.hero, dir: request.dir, steps: request.steps };
    case 'vortex':
    case 'place':
      return { type, seat, hero: request.hero, to: cell(request.to) };
    case 'escalator':
      return { type, seat, hero: request.hero };
    case 'lay':
      return { type, seat, door: cell(request.door) };
    case 'discard':
      return { type, seat, tile: request.tile };
    case 'nudge':
    case 'stare':
      return { type, seat, to: names.indexOf(request.to) };
    case 'swap':
      return { type, seat, with: names.indexOf(request.with) };
    case 'say':
      return { type, seat, text: request.text };
    case 'gesture':
      return { type, seat, gesture: request.gesture, ...(request.to && { to: cell(request.to) }) };
    case 'explore':
    case 'steal':
    case 'turn':
    case 'pause':
    case 'resume':
      return { type, seat };
  }
}

const CELL_FIELDS: readonly string[] = ['cell', 'door', 'places', 'own', 'ball'];
const SEAT_FIELDS: readonly string[] = ['to', 'with'];

/** An event in the referee's form: with names and coordinates instead of the cell numbers of the log. */
export function refereeEvent({ names, game }: NamedGame, event: GameEvent): unknown {
  const moves = event.type === 'heroMoved' || event.type === 'heroPlaced';
  const fields = Object.entries(event).map(([field, value]: [string, unknown]) => {
    if (field === 'seat') return ['player', nameOf(names, value) ?? null];
    if (CELL_FIELDS.includes(field) || (field === 'to' && moves)) return [field, placeOf(game, value)];
    return [field, SEAT_FIELDS.includes(field) ? nameOf(names, value) : value];
  });
  return Object.fromEntries(fields);
}

const nameOf = (names: readonly string[], seat: unknown): string | undefined =>
  typeof seat === 'number' ? names[seat] : undefined;

function placeOf(game: Game, cell: unknown): unknown {
  if (Array.isArray(cell)) return cell.map(one => placeOf(game, one));
  return typeof cell === 'number' ? coordinatesOf(game, cell) : cell;
}

/** A legal command of a seat as a line that the referee accepts. */
export type LegalLine = Readonly<Record<string, unknown>>;

/** Every legal command of a seat, without chat and signals, because there are endlessly many of them. */
export const legalLines = (named: NamedGame, seat: Seat): readonly LegalLine[] =>
  reach(named.game, seat).map(command => lineOf(named, command));

function lineOf({ names, game }: NamedGame, command: Command): LegalLine {
  const at = (cell: Cell): Coordinates => coordinatesOf(game, cell);
  const { type, ...fields } = command;
  const line: Record<string, unknown> =
    'seat' in command ? { by: names[command.seat], do: type } : { do: type };
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'seat') continue;
    if (field === 'with') line[field] = names[Number(value)];
    else line[field] = field === 'to' || field === 'door' ? at(Number(value)) : value;
  }
  return line;
}
