/**
 * A thread that plays games one after the other and reports each. Plain JavaScript beside the bundle, where Node can
 * load it; the bots come with it when it is bundled.
 */
import { parentPort } from 'node:worker_threads';
import { playContest } from '@hush/bots';

parentPort?.on('message', contest => {
  parentPort?.postMessage(playContest(contest));
});
