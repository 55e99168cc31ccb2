/**
 * A thread that plays games one after the other and reports each. It is plain JavaScript beside the bundle, where Node can
 * load it; the bundle includes the bots.
 */
import { parentPort } from 'node:worker_threads';
import { playContest } from '@hush/bots';

parentPort?.on('message', contest => {
  parentPort?.postMessage(playContest(contest));
});
