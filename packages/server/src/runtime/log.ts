/**
 * What the server writes down: JSON lines, one event each, with the table and its versions. Never a name, a token or a
 * word that somebody said; an address, or the code that opens a table, only at the levels below info.
 */
import { sha256 } from '@hush/rules';
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

/** A table where its code must not stand: enough to tell it from others, too little to find it. */
export const nicknameOf = (code: string): string => sha256(code).slice(0, NICKNAME_LENGTH);

/** To standard output unless told otherwise. */
export function openLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}
