/**
 * What the server writes down: JSON lines, one event each, with the table's code and versions. Never a name, a
 * token or a word that somebody said; an address only at the levels below info.
 */
import { type DestinationStream, pino } from 'pino';

export const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LEVELS)[number];

/** The part of a logger that this package uses. */
export interface Log {
  error(facts: object, what: string): void;
  warn(facts: object, what: string): void;
  info(facts: object, what: string): void;
  debug(facts: object, what: string): void;
}

/** To standard output unless told otherwise. */
export function openLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}
