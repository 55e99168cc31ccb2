/** A program that runs one node of a cluster. It ends when its standard input ends. With `later` it is a later build. */
import { PROTOCOL_VERSION } from '@hush/protocol';
import { FORMATS } from '../../src/cluster/formats.ts';
import { readConfig, startServer } from '../../src/index.ts';
import { say } from '../say.ts';

const LATER = { reads: { ...FORMATS, newest: FORMATS.newest + 1 }, protocol: PROTOCOL_VERSION };
const config = readConfig(process.env);
const started = config.ok
  ? await startServer({
      config: config.value,
      ...(process.argv[2] === 'later' ? { clusterBuild: LATER } : {}),
    })
  : { ok: false as const, error: config.error.join('\n') };
if (!started.ok) {
  say(started.error, 2);
  process.exit(1);
}
const server = started.value;
say(`listening ${server.port}`);
process.stdin.on('end', () => process.exit(0)).resume();
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
