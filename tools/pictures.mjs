/** `npm run pictures [words]`: every screen and state in two sizes, into pictures/, which is not committed. Words pick by name. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setupChromium } from './chromium.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, say } from './report.mjs';
import { setup } from './setup.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const CONFIG = 'packages/web/test/browser/pictures.config.ts';

await runMain(async () => {
  await setup();
  setupChromium();
  const words = process.argv.slice(2).join(' ');
  const args = ['run', '--config', CONFIG, ...(words === '' ? [] : ['-t', words])];
  const { status } = spawnSync(process.execPath, [VITEST, ...args], { cwd: ROOT, stdio: 'inherit' });
  if (status === 0) say('the pictures lie in pictures/');
  return status ?? 1;
});
