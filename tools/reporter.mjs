/**
 * The reporter of every Vitest that `npm test` starts. When a file has ended or a test has failed, it writes one line of
 * JSON to file descriptor 3, where `tools/check.mjs` reads it. If that pipe is closed, the run was killed; then these
 * tests end, together with all processes that they have started.
 */
import { Socket } from 'node:net';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { endFamily, inheritedMark } from './family.mjs';

/**
 * failed: sent at once, with the reason. file: sent when a file ends, with its skipped and retried tests. end: the last report.
 * @typedef {{ type: 'failed', title: string, why: string }
 *   | { type: 'file', file: string, millis: number, isOk: boolean, tests: number, skipped: readonly Named[], retried: readonly Named[] }
 *   | { type: 'end', passed: number, failed: number }} Report
 * @typedef {{ title: string, why: string }} Named
 */
/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestSuite} TestSuite */
/** @typedef {{ message: string, name?: string, diff?: string, stack?: string, cause?: Thrown }} Thrown */

const DESCRIPTOR = 3;

/** The first line of the stack in our own files; lines in packages and in Node are skipped. @param {Thrown} error */
function placeOf({ stack = '' }) {
  const line = stack.split('\n').find(text => text.includes('at ') && !/node_modules|node:/.test(text));
  const [, path, number] = /(?:file:\/\/)?(\/[^\s()]+?|[A-Z]:[^\s()]+?):(\d+):\d+/.exec(line ?? '') ?? [];
  return path === undefined ? [] : [`at ${relative(process.cwd(), path)}:${number}`];
}

/** @param {Thrown} error @returns {string} */
function reasonOf(error) {
  const lines = [
    error.message,
    ...(error.diff === undefined ? [] : [error.diff]),
    ...placeOf(error),
    ...(error.cause === undefined ? [] : [`because: ${reasonOf(error.cause)}`]),
  ];
  return stripVTControlCharacters(lines.join('\n'));
}

/** @param {TestCase} test */
const isRetried = test => (test.diagnostic()?.retryCount ?? 0) > 0;

/** @param {TestCase} test @returns {Named} */
const skippedTest = test => {
  const result = test.result();
  return { title: test.fullName, why: (result.state === 'skipped' ? result.note : undefined) ?? '' };
};

export default class Reporter {
  #socket = new Socket({ fd: DESCRIPTOR });
  #failed = 0;

  constructor() {
    this.#socket.on('error', () => undefined).once('close', () => void endRun());
    this.#socket.resume().unref();
  }

  /** @param {Report} report @returns {Promise<void>} */
  #write(report) {
    return new Promise(resolve => this.#socket.write(`${JSON.stringify(report)}\n`, () => resolve()));
  }

  /** @param {string} title @param {readonly Thrown[]} errors */
  #fail(title, errors) {
    this.#failed++;
    void this.#write({ type: 'failed', title, why: errors.map(reasonOf).join('\n') });
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed') this.#fail(`${test.module.relativeModuleId} > ${test.fullName}`, errors ?? []);
  }

  /** A failed hook fails the suite, and its tests do not run. @param {TestSuite} suite */
  onTestSuiteResult(suite) {
    const errors = suite.errors();
    if (errors.length > 0) this.#fail(`${suite.module.relativeModuleId} > ${suite.fullName}`, errors);
  }

  /** @param {TestModule} file */
  onTestModuleEnd(file) {
    const errors = file.errors();
    if (errors.length > 0) this.#fail(file.relativeModuleId, errors);
    const tests = [...file.children.allTests()];
    void this.#write({
      type: 'file',
      file: file.relativeModuleId,
      millis: file.diagnostic().duration,
      isOk: file.ok(),
      tests: tests.length,
      skipped: tests.filter(test => test.result().state === 'skipped').map(skippedTest),
      retried: tests.filter(isRetried).map(test => ({
        title: test.fullName,
        why: `run ${1 + (test.diagnostic()?.retryCount ?? 0)} times`,
      })),
    });
  }

  /** @param {readonly TestModule[]} files @param {readonly Thrown[]} unhandled */
  async onTestRunEnd(files, unhandled) {
    for (const error of unhandled) this.#fail('an error outside the tests', [error]);
    const passed = files.reduce((sum, file) => sum + [...file.children.allTests('passed')].length, 0);
    await this.#write({ type: 'end', passed, failed: this.#failed });
    this.#socket.removeAllListeners('close');
  }
}

async function endRun() {
  // Other parts of the run end the same processes at the same time; without this handler a part would be ended before it
  // has ended its own processes.
  process.on('SIGTERM', () => undefined);
  await endFamily(inheritedMark(), [process.pid]);
  process.exit(1);
}
