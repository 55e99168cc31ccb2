import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { wordSets } from './packages/web/build/word-sets.ts';

/** Tests of pure functions. Their files share the modules that one worker has loaded, except where a test mocks modules. */
const PURE = ['packages/{rules,bots}/test/**/*.test.ts', 'packages/protocol/test/**/!(talk-planted).test.ts'];
/** Pure tests that search: thousands of seeds, shuffles or games. HUSH_RUNS and HUSH_SEEDS make them longer. */
const SEARCH = [
  'packages/protocol/test/**/{simulation,simulation-fresh,planted-bugs,talk-silence,blindfold,simultaneous}.test.ts',
  'packages/rules/test/{laws,secrecy,counts,games}.test.ts',
  'packages/bots/test/{solver,arena,meantime}.test.ts',
];
/** Tests that open sockets, start processes or drive a browser. They often wait, so there is one more worker than cores. */
const WORLD = ['packages/server/test/**/*.test.ts', 'packages/cli/test/**/*.test.ts'];
/** Tests of them that replace modules or methods. Their files share nothing; all other files of a worker share its modules. A test checks this list. */
const MOCKING = [
  'packages/server/test/journal/store-simulation.test.ts',
  'packages/server/test/journal/wal.test.ts',
  'packages/server/test/sockets/hostile.test.ts',
];
/** Tests on real NATS servers. Each file starts servers of its own and often waits for them, so two files run at the same time. */
const CLUSTER = ['packages/server/test/cluster/**/*.test.ts'];
/** Tests of tables and of talk whose visitors reach their table by a relay between two nodes, besides directly. */
const RELAYED = [
  'packages/protocol/test/table/{answers,drain,hello,lost-end,order-of-things,play-on,rest,table-lobby}.test.ts',
  'packages/protocol/test/presence/{chat,handshake,legal-answers,lobby-play,shared-replay,table-signs,voice-relay}.test.ts',
  'packages/protocol/test/bots/{bots,programs,stand-ins}.test.ts',
  'packages/protocol/test/client/{mirror,mirror-sand}.test.ts',
];
const BROWSER = ['packages/web/test/browser/**/*.test.ts'];

const CORES = availableParallelism();
const WAITING_WORKERS = Math.min(CORES + 1, 6);

/** Limits exist only for tests that hang. A slow machine must not reach them. */
const LIMITS = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 300_000 } } };

/** Long although their files are small. Vitest begins with the biggest files of a clone that has not run yet. */
const LONG =
  /\/(?:simulation|simulation-fresh|kill|journal-kill|train|bench|four|by-words-and-keys|book|with-bots|voice)[.]test[.]ts$/;

/** Long files begin first; otherwise one worker would still run them when all others have ended. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return projects.flatMap(project => {
      const own = sorted.filter(file => file.project === project);
      return [...own.filter(isLong), ...own.filter(file => !isLong(file))];
    });
  }
}

export default defineConfig({
  plugins: [wordSets()],
  test: {
    environment: 'node',
    sequence: { sequencer: LongFirst },
    ...LIMITS,
    setupFiles: ['tools/test/fixed-seed.ts'],
    projects: [
      { name: 'pure', include: PURE, exclude: SEARCH, maxWorkers: CORES, isolate: false },
      { name: 'search', include: SEARCH, maxWorkers: CORES, isolate: false },
      {
        name: 'relayed',
        include: RELAYED,
        setupFiles: ['tools/test/fixed-seed.ts', 'packages/server/test/cluster/relayed-setup.ts'],
        maxWorkers: CORES,
        isolate: false,
      },
      {
        name: 'unit',
        include: ['packages/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'],
        exclude: [...PURE, ...WORLD, ...BROWSER],
        maxWorkers: CORES,
      },
      {
        name: 'world',
        include: WORLD,
        exclude: [...CLUSTER, ...MOCKING],
        maxWorkers: WAITING_WORKERS,
        sequence: { groupOrder: 1 },
        isolate: false,
      },
      { name: 'mocking', include: MOCKING, maxWorkers: WAITING_WORKERS, sequence: { groupOrder: 1 } },
      {
        name: 'cluster',
        include: CLUSTER,
        maxWorkers: 2,
        sequence: { groupOrder: 2 },
        isolate: false,
      },
      {
        name: 'browser',
        include: BROWSER,
        globalSetup: ['packages/web/test/browser/scratch.ts'],
        env: { HUSH_PIXELS: process.env['HUSH_PICTURES'] === '1' ? 'on' : 'off' },
        maxWorkers: WAITING_WORKERS,
        sequence: { groupOrder: 1 },
        isolate: false,
      },
    ].map(test => ({ extends: true, test })),
  },
});
