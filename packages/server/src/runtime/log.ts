/**
 * The server's log: JSON lines, one for each event, with table and version. It never contains a name, a token or a chat
 * text. Addresses and table codes appear only at levels below info.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { type DestinationStream, pino } from 'pino';

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The part of a logger that this package uses. */
export interface Log {
  error(facts: object, what: string): void;
  warn(facts: object, what: string): void;
  info(facts: object, what: string): void;
  debug(facts: object, what: string): void;
}

const NICKNAME_LENGTH = 6;

let nicknameKey: string = randomBytes(32).toString('hex');

/** Sets the secret from which nicknames are made. One process has one log. */
export function setTableNicknameKey(key: string): void {
  nicknameKey = key;
}

/** A short keyed hash in place of a table's code: it distinguishes tables, but without the key nobody can find the code. */
export const tableNicknameOf = (code: string): string =>
  createHmac('sha256', nicknameKey).update(code).digest('hex').slice(0, NICKNAME_LENGTH);

/** Opens a log, by default on standard output. */
export function openLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}
