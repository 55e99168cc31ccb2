/** The cluster functions that the operator's commands use. This file is imported only when one of them is called. */
export { clusterStatus, stepDown } from './operate.ts';
export { backupCluster, restoreCluster } from './portable.ts';
export { writeServerFiles } from './server-files.ts';
