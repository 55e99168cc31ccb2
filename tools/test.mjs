/** `npm test`: prepares the clone, installs what the tests need where that is allowed, and checks everything. */
import { check } from './check.mjs';
import { installChromium } from './chromium.mjs';
import { prepareNats } from './nats-server.mjs';
import { unpackOperatorTools } from './operator-tools.mjs';
import { runMain } from './report.mjs';
import { setupBuild, setupPackages } from './setup.mjs';
import { installStrace } from './strace.mjs';

await runMain(async () => {
  await setupPackages();
  installChromium();
  installStrace();
  unpackOperatorTools();
  prepareNats();
  return check(setupBuild());
});
