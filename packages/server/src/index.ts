/** The front door: everything that needs a disk, a socket or a clock. */
export { backup } from './backup.ts';
export type { BackupError, BackupResult, Commit, OpenError } from './journal-messages.ts';
export { type OpenResult, openSqliteJournal, type SqliteOptions } from './journal-sqlite.ts';
