/** Names of people, scenarios and games. */
import { type Member, type Person, standsIn, type TableState } from '@hush/protocol';
import { type Action, type Game, isDirection, isOver } from '@hush/rules';
import type { IconName } from '../art/icon.tsx';
import { settings } from '../device/settings.ts';
import { say, sayOne } from '../i18n/catalogs.ts';
import type { Session } from './session.ts';

/** The name of a numbered scenario in the player's language; a custom scenario keeps its written name. */
export const scenarioName = (number: number | null, own: string): string =>
  number === null ? own : sayOne('game.name', number);

/** The title of a game: number and name of its scenario, or only the name of a custom scenario. */
export const gameName = ({ setUp: { scenario, name } }: Game): string =>
  scenario === null ? name : say('game.scenario', { n: scenario, name: scenarioName(scenario, name) });

/** The placeholder for a person who has no name yet or has left. */
export const NOBODY: Omit<Person, 'member'> = { name: '…', avatar: '' };

export const personOf = (people: readonly Person[], member: Member | null): Omit<Person, 'member'> =>
  people.find(person => person.member === member) ?? NOBODY;

/**
 * The members at the seats of the shown game. After its end these are the game's players, because people may have changed
 * seats or joined since.
 */
export const seatsShown = ({ seats, played = seats, game }: TableState): TableState['seats'] =>
  game !== null && isOver(game) ? played : seats;

export const memberAt = (table: TableState, seat: number): Member | null => seatsShown(table)[seat] ?? null;

/**
 * Returns the name of whoever plays a seat: the person, or a stand-in, which is marked as such. Null if no name is known.
 */
export function actorName(
  table: TableState,
  people: readonly Person[],
  member: Member | null,
): string | null {
  const name = people.find(person => person.member === member)?.name ?? null;
  return name !== null && standsIn(table, member) ? say('game.botFor', { name }) : name;
}

export const shownSeatName = ({ people, table }: Session, seat: number): string =>
  actorName(table.value, people.value, memberAt(table.value, seat)) ?? NOBODY.name;

export const hostName = (session: Session): string =>
  personOf(session.people.value, session.table.value.host).name;

export const isHost = (session: Session): boolean =>
  session.member.value !== null && session.table.value.host === session.member.value;

export const playerCount = ({ seats }: TableState): number => seats.filter(member => member !== null).length;

/** The glyph of an action; the four directions use one arrow, which is turned. */
export const actionIcon = (action: Action): IconName => {
  if (isDirection(action)) return 'arrow';
  return action === 'escalator' ? 'stairs' : action;
};

export const actionTurn = (action: Action): number | undefined =>
  (({ north: 0, east: 90, south: 180, west: 270 }) as Readonly<Record<string, number>>)[action];

/** Time as minutes and seconds, such as '1:47', rounded up so that 0:00 means no time left. */
export function clockText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A table code in two halves, as people read it aloud. */
export const spokenCode = (code: string): string =>
  settings.hideCode.value ? '••••-••••' : `${code.slice(0, 4)}-${code.slice(4)}`;
