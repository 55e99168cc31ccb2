/**
 * A program that runs one node of a cluster. It ends when its standard input ends. With `earlier` it is the build before
 * this one, with `later-2` one that reads two more formats. SIGUSR2 collects garbage where Node runs with --expose-gc.
 */
import { GAME_FIELDS, PROTOCOL_VERSION, TABLE_FIELDS, VOCABULARIES, VOCABULARY } from '@hush/protocol';
import type { ClusterBuild } from '../../src/cluster/cluster-node.ts';
import { FORMATS } from '../../src/cluster/formats.ts';
import { readConfig, startServer } from '../../src/index.ts';
import { say } from '../say.ts';

const buildAt = (steps: number): ClusterBuild => ({
  reads: { ...FORMATS, newest: FORMATS.newest + steps },
  protocol: PROTOCOL_VERSION + steps,
  vocabulary: Math.min(VOCABULARY, VOCABULARY + steps), // `later` announces events that this code cannot read
});

/** Forgets the events and fields that the last vocabulary has added, so that this program cannot read or write them. */
function forgetLatestEvents(): void {
  const added = VOCABULARIES.at(-1)?.added ?? [];
  for (const lists of [GAME_FIELDS, TABLE_FIELDS] as Record<string, readonly string[]>[]) {
    for (const [type, fields] of Object.entries(lists)) {
      lists[type] = fields.filter(field => !added.includes(`${type}.${field}`));
      if (added.includes(type)) delete lists[type];
    }
  }
}

function clusterBuild(): { readonly clusterBuild?: ClusterBuild } {
  const later = /^later-(\d+)$/.exec(process.argv[2] ?? '');
  if (later !== null) return { clusterBuild: buildAt(Number(later[1])) };
  if (process.argv[2] !== 'earlier') return {};
  forgetLatestEvents();
  return { clusterBuild: buildAt(-1) };
}

const config = readConfig(process.env);
const started = config.ok
  ? await startServer({ config: config.value, ...clusterBuild() })
  : { ok: false as const, error: config.error.join('\n') };
if (!started.ok) {
  say(started.error, 2);
  process.exit(1);
}
const server = started.value;
say(`listening ${server.port}`);
process.on('SIGUSR2', () => globalThis.gc?.());
process.stdin.on('end', () => process.exit(0)).resume();
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
