/**
 * Installs or fetches the programs that tests need, where that is allowed. `npm test` runs this file in a process beside the
 * installation of the packages and the first tests.
 */
import { installChromium } from './chromium.mjs';
import { prepareNats } from './nats-server.mjs';
import { unpackOperatorTools } from './operator-tools.mjs';
import { installStrace } from './strace.mjs';

prepareNats();
installChromium();
installStrace();
unpackOperatorTools();
