/** One node of a cluster as a separate process. It ends when its standard input ends. */
import { readConfig, startServer } from '../../src/index.ts';
import { say } from '../say.ts';

const config = readConfig(process.env);
const started = config.ok
  ? await startServer({ config: config.value })
  : { ok: false as const, error: config.error.join('\n') };
if (!started.ok) {
  say(started.error, 2);
  process.exit(1);
}
const server = started.value;
say(`listening ${server.port}`);
process.stdin.on('end', () => process.exit(0)).resume();
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
