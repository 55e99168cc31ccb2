/**
 * The data that a table's logs hold about one seat, for the owner of its token, and the deletion of the seat's name
 * (PR-182). It reads and writes the journal alone, so the table may be open on any server, or on none.
 */
import { err, ok, type Result } from '@hush/rules';
import type { Journal, JournalError } from '../journal/journal.ts';
import { GAME_ENDS } from '../messages/entry.ts';
import { seatOf } from '../state/table-state.ts';
import type { GameWithKeys } from './logged-games.ts';
import { PrivateLogs } from './private-logs.ts';
import { gamesOfTable } from './record.ts';
import { TableLog, type WrittenByNewer } from './table-log.ts';

/** The file that a person can download. */
export interface SeatData {
  /** The version of this file format. */
  readonly seatData: 1;
  readonly table: string;
  /** The number of the seat, from 1; null if the person has left. */
  readonly seat: number | null;
  readonly name: string | null;
  readonly avatar: string | null;
  /** Whether games at this table may be collected for research (PR-76). */
  readonly consent: boolean;
  readonly games: readonly SeatGame[];
}

interface SeatGame {
  /** The number of the game at this table, from 1. */
  readonly game: number;
  /** The number of the scenario; null for a custom scenario. */
  readonly scenario: number | null;
  readonly end: string | null;
}

/** Why no data are returned; `no-seat`: the key never belonged to a seat at this table. */
type NoSeat = JournalError | WrittenByNewer | 'unknown' | 'no-seat';

/** Reads the logs of a table at which this key had a seat. */
async function logsWith(
  code: string,
  journal: Journal,
  key: string,
): Promise<Result<{ readonly log: TableLog; readonly privateLogs: PrivateLogs }, NoSeat>> {
  const log = new TableLog(journal, code);
  const privateLogs = new PrivateLogs(journal, code, one => log.shows(one));
  const problem = (await log.load()) ?? (await privateLogs.learnPeople());
  if (problem !== null) return err(problem);
  return log.memberWith(key) === undefined ? err('no-seat') : ok({ log, privateLogs });
}

export async function seatDataOf(
  code: string,
  journal: Journal,
  key: string,
): Promise<Result<SeatData, NoSeat>> {
  const found = await logsWith(code, journal, key);
  if (!found.ok) return found;
  const games = await gamesOfTable(code, journal);
  if (!games.ok) return games.error === 'no-game' ? err('unknown') : err(games.error);
  const { log, privateLogs } = found.value;
  const member = log.memberWith(key) ?? 0;
  const seat = seatOf(log.state, member);
  const profile = privateLogs.profileOf(key);
  return ok({
    seatData: 1,
    table: code,
    seat: seat < 0 ? null : seat + 1,
    name: profile?.name ?? null,
    avatar: profile?.avatar ?? null,
    consent: log.state.consents?.includes(member) ?? false,
    games: games.value.flatMap((game, at) => (game.keys.has(key) ? [seatGame(game, at + 1)] : [])),
  });
}

function seatGame({ events }: GameWithKeys, game: number): SeatGame {
  const [first] = events;
  const end = events.find(({ type }) => ENDS.has(type));
  const scenario = first?.type === 'gameSetUp' ? first.setUp.scenario : null;
  return { game, scenario, end: end?.type ?? null };
}

const ENDS: ReadonlySet<string> = new Set(GAME_ENDS);

/** Deletes the name of a seat key from the journal; everybody at the table then sees the seat number instead. */
export async function forgetSeatName(
  code: string,
  journal: Journal,
  key: string,
): Promise<Result<null, NoSeat>> {
  const found = await logsWith(code, journal, key);
  if (!found.ok) return found;
  const problem = await found.value.privateLogs.forgetProfile(key);
  return problem === null ? ok(null) : err(problem);
}

/** Deletes replaced names that an earlier version stored, at a table that is not open; returns false if some may be left. */
export async function forgetReplacedNames(code: string, journal: Journal): Promise<boolean> {
  const log = new TableLog(journal, code);
  const privateLogs = new PrivateLogs(journal, code, one => log.shows(one));
  if ((await privateLogs.learnPeople()) !== null) return false;
  if (!privateLogs.hasReplaced) return true;
  return (await log.load()) === null && log.names.forgetReplaced(privateLogs);
}
