/** People and scenarios by name. */
import type { Member, Person, TableState } from '@hush/protocol';
import { type Action, type Game, isDirection, isOver } from '@hush/rules';
import type { IconName } from '../art/icon.tsx';
import { say, sayOne } from '../i18n/catalogs.ts';
import type { Session } from './session.ts';

/** A scenario of the book in the reader's language; an own one as it was written. */
export const scenarioName = (number: number | null, own: string): string =>
  number === null ? own : sayOne('game.name', number);

/** What is being played: number and name, or an own scenario's name alone. */
export const gameName = ({ setUp: { scenario, name } }: Game): string =>
  scenario === null ? name : say('game.scenario', { n: scenario, name: scenarioName(scenario, name) });

/** Somebody without a name yet, or gone. */
export const NOBODY: Omit<Person, 'member'> = { name: '…', avatar: '' };

export const personOf = (people: readonly Person[], member: Member | null): Omit<Person, 'member'> =>
  people.find(person => person.member === member) ?? NOBODY;

/** Who has the seats of the game that is shown: after its end those who sit here have moved up, or come later. */
export const seatsShown = ({ seats, played = seats, game }: TableState): TableState['seats'] =>
  game !== null && isOver(game) ? played : seats;

export const memberAt = (table: TableState, seat: number): Member | null => seatsShown(table)[seat] ?? null;

export const shownSeatName = (session: Session, seat: number): string =>
  personOf(session.people.value, memberAt(session.table.value, seat)).name;

export const hostName = (session: Session): string =>
  personOf(session.people.value, session.table.value.host).name;

export const isHost = (session: Session): boolean =>
  session.member.value !== null && session.table.value.host === session.member.value;

export const playerCount = ({ seats }: TableState): number => seats.filter(member => member !== null).length;

/** The glyph of an action; directions are one arrow, turned. */
export const actionIcon = (action: Action): IconName => {
  if (isDirection(action)) return 'arrow';
  return action === 'escalator' ? 'stairs' : action;
};

export const actionTurn = (action: Action): number | undefined =>
  (({ north: 0, east: 90, south: 180, west: 270 }) as Readonly<Record<string, number>>)[action];

/** '1:47', rounded up: while anything is left it does not say zero. */
export function clock(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A code in two halves, as one says it. */
export const spokenCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
