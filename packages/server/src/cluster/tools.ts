/** What the commands of an operator use of a cluster. It is imported only when one of them is called. */
export { clusterStatus, stepDown } from './operate.ts';
export { backupCluster, restoreCluster } from './portable.ts';
export { writeServerFiles } from './server-files.ts';
