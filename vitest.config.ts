import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that only reckon: their files share what one worker has loaded. All but one, which loads modules with bugs in them. */
const PURE = ['packages/{rules,bots}/test/**/*.test.ts', 'packages/protocol/test/**/!(talk-planted).test.ts'];
/** Tests that listen to sockets, start processes or drive a browser: often they wait, so three go at a time. */
const WITH_THE_WORLD = ['packages/server/test/**/*.test.ts', 'packages/cli/test/**/*.test.ts'];
const IN_A_BROWSER = ['packages/web/test/browser/**/*.test.ts'];
/**
 * Those whose subject is how long something takes: whoever ran beside them would be measured too. They leave a machine half
 * idle; in `npm test` those that reckon take that half, with a low priority.
 */
const TIMED_WORLD = ['packages/server/test/{flood,stop,tunnel}.test.ts'];
const TIMED_BROWSER = ['packages/web/test/browser/{board,prediction,voice}.test.ts'];

/** Whoever reckons thousands of games takes as long as the machine wants. */
const AT_LAST = 1_800_000;
const FIRST = {
  maxWorkers: '100%',
  sequence: { groupOrder: 0 },
  testTimeout: AT_LAST,
  hookTimeout: AT_LAST,
  expect: { poll: { timeout: 120_000 } },
};
const ALONE = { maxWorkers: 1, sequence: { groupOrder: 1 } };
const TOGETHER = { maxWorkers: 3, sequence: { groupOrder: 2 } };
/** A browser that is not given a processor in time is no fault of ours; what is, fails twice. */
const PATIENT = { retry: 1 };
const SHARED = { isolate: false };
const BROWSER = { ...SHARED, ...PATIENT, setupFiles: ['packages/web/test/browser/setup.ts'] };

/** Long without being big: a clone that has not run them yet would begin with the biggest files and end with these. */
const LONG =
  /\/(?:simulation|simulation-second-half|kill|journal-kill|train|bench|four|by-words-and-keys|book|with-bots)[.]test[.]ts$/;

/** What takes long begins first, or all others would be done and wait for it. */
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
  test: {
    environment: 'node',
    sequence: { sequencer: LongFirst },
    // Laws write to real disks, perhaps on a busy machine: the limit is there for what hangs, not for what is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { name: 'pure', include: PURE, ...FIRST, ...SHARED },
      {
        name: 'thought',
        include: ['packages/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'],
        exclude: [...PURE, ...WITH_THE_WORLD, ...IN_A_BROWSER],
        ...FIRST,
      },
      { name: 'world', include: WITH_THE_WORLD, exclude: TIMED_WORLD, ...TOGETHER },
      { name: 'browser', include: IN_A_BROWSER, exclude: TIMED_BROWSER, ...TOGETHER, ...BROWSER },
      { name: 'timed world', include: TIMED_WORLD, ...ALONE },
      { name: 'timed browser', include: TIMED_BROWSER, ...ALONE, ...BROWSER },
    ].map(test => ({ extends: true, test })),
  },
});
