/** What other packages may import from the server: everything that needs a disk, a socket or a clock. */

export type { ClusterStatus } from './cluster/operate.ts';
export { backup } from './journal/backup.ts';
export { driverProblem } from './journal/driver-problem.ts';
export { type RestoreResult, restore } from './journal/restore.ts';
export { type OpenResult, openSqliteJournal, type SqliteOptions } from './journal/sqlite.ts';
export type { BackupError, BackupResult, Commit, OpenError } from './journal/worker-messages.ts';
export { askAdmin } from './operator/admin-socket.ts';
export { type ServerClock, systemClock } from './runtime/clock.ts';
export type { ClusterConfig } from './runtime/cluster-config.ts';
export { type Config, type Environment, type Limits, readConfig, VARIABLES } from './runtime/config.ts';
export { iceGrant } from './runtime/ice.ts';
export { LOG_LEVELS, type Log, type LogLevel, openLog } from './runtime/log.ts';
export { makeFolder } from './runtime/make-folder.mjs';
export { type ListenSettings, localUrl, reachableUrls } from './runtime/network-addresses.ts';
export { VERSION } from './runtime/version.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';

/** An operator's commands for a cluster. The NATS client is loaded only when they are used. */
export const openClusterTools = (): Promise<typeof import('./cluster/tools.ts')> =>
  import('./cluster/tools.ts');
