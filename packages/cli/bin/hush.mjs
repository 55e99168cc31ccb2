#!/usr/bin/env -S node --max-semi-space-size=32
/**
 * The launcher of `hush`. It builds the command if a source is newer than the bundle, then runs the bundle. It only compares
 * file times and imports nothing else, so that an up-to-date command starts quickly.
 */
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { BUNDLE, bundleIsStale, installIsStale } from '../../../tools/fresh.mjs';

// Node 22.8 and newer keep the compiled code of the command in a cache.
/** @type {{ enableCompileCache?: () => unknown }} */ (module).enableCompileCache?.();

async function hush() {
  const command = await import(pathToFileURL(BUNDLE).href);
  return command.main(process.argv.slice(2));
}

if (bundleIsStale() || installIsStale()) {
  const { runMain } = await import('../../../tools/report.mjs');
  const { setup } = await import('../../../tools/setup.mjs');
  await runMain(async () => {
    await setup();
    return hush();
  });
} else {
  process.exitCode = await hush();
}
