/**
 * A thread that plays games one after the other and reports each. It is plain JavaScript, so that Node can load it as
 * it is. The bundle contains the bots.
 */
import { parentPort } from 'node:worker_threads';
import { playContest } from '@hush/bots';

parentPort?.on('message', contest => {
  parentPort?.postMessage(playContest(contest));
});
