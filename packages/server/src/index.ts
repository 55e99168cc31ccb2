/** The front door: everything that needs a disk, a socket or a clock. */

export { backup } from './journal/backup.ts';
export { type OpenResult, openSqliteJournal, type SqliteOptions } from './journal/sqlite.ts';
export type { BackupError, BackupResult, Commit, OpenError } from './journal/worker-messages.ts';
export { lanAddresses } from './limits/client-address.ts';
export type { ServerClock } from './runtime/clock.ts';
export { type Config, type Environment, type Limits, readConfig, VARIABLES } from './runtime/config.ts';
export { LOG_LEVELS, type Log, type LogLevel, openLog } from './runtime/log.ts';
export { VERSION } from './runtime/version.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
