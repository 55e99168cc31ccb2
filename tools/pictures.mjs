/** `npm run pictures [words]`: every screen and state in two sizes, into pictures/, which is not committed. Words pick by name. */
import { join } from 'node:path';
import { runShown } from './child.mjs';
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
  const status = await runShown([VITEST, ...args], { cwd: ROOT });
  if (status === 0) say('the pictures are in pictures/');
  return status;
});
