/** The front door: everything that needs a disk, a socket or a clock. */
export { lanAddresses } from './addresses.ts';
export { backup } from './backup.ts';
export type { Clock } from './clock.ts';
export { type Config, type Environment, type Limits, readConfig, VARIABLES } from './config.ts';
export type { BackupError, BackupResult, Commit, OpenError } from './journal-messages.ts';
export { type OpenResult, openSqliteJournal, type SqliteOptions } from './journal-sqlite.ts';
export { LEVELS, type Log, type LogLevel, openLog } from './logs.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { VERSION } from './version.ts';
