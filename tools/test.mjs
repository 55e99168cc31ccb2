/** `npm test`: prepares the clone, installs what the tests need where that is allowed, and checks everything. */
import { join } from 'node:path';
import { check } from './check.mjs';
import { startChild } from './child.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError } from './report.mjs';
import { setupBuild, setupPackages } from './setup.mjs';

/** Installs programs in another process, which waits for network and disk while the packages are installed. */
async function preparePrograms() {
  const stdio = /** @type {const} */ (['ignore', 'inherit', 'inherit']);
  const child = startChild([join(ROOT, 'tools/programs.mjs')], { cwd: ROOT, stdio: [...stdio] });
  const { ok, how } = await child.ended;
  if (!ok) throw new SetupError(`the programs that tests need could not be prepared (${how}).`);
}

await runMain(async () => {
  const programs = preparePrograms();
  programs.catch(() => undefined); // the tests report its failure as a sentence; here it would end the installation with a stack
  await setupPackages();
  return check(Promise.all([setupBuild(), programs]));
});
