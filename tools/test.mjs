/** `npm test`: makes the clone ready, then checks everything. */
import { check } from './check.mjs';
import { setupChromium } from './chromium.mjs';
import { runMain } from './report.mjs';
import { setup } from './setup.mjs';
import { setupStrace } from './strace.mjs';

await runMain(async () => {
  await setup();
  setupChromium();
  setupStrace();
  return check();
});
