/**
 * Tests that no test file replaces anything that other files see: those of the project `world` share the modules of their
 * worker.
 */
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { files, read } from './tree.ts';

/** Calls that replace a module, a method, a global or the clock for all later code of the worker. */
const REPLACES = /\bvi[.](?:mock|doMock|unmock|doUnmock|spyOn|stubGlobal|useFakeTimers|resetModules)\(/;

const tests = files().filter(path => /^packages\/(?:server|cli)\/test\/.*[.]test[.]ts$/.test(path));
const using = (pattern: RegExp): readonly string[] => tests.filter(path => pattern.test(read(path)));

/** The files of a project of vitest.config.ts. */
function included(project: string): readonly string[] {
  const found = config.test?.projects?.find(
    one => typeof one === 'object' && 'test' in one && one.test?.name === project,
  );
  if (typeof found !== 'object' || !('test' in found)) throw new Error(`no project ${project}`);
  return found.test?.include ?? [];
}

test('the project `mocking` has exactly the tests of server and cli that replace modules, methods, globals or the clock', () => {
  expect([...included('mocking')].sort()).toEqual([...using(REPLACES)].sort());
});

test('a test of server or cli that sets an environment variable restores it, because the next file would see it', () => {
  const restoring = new Set(using(/\bvi[.]unstubAllEnvs\(/));
  expect(using(/\bvi[.]stubEnv\(/).filter(path => !restoring.has(path))).toEqual([]);
});
