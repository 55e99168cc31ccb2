/**
 * Installs or downloads the programs that tests need, if that is allowed. `npm test` runs this file in a process of its
 * own, while packages are installed and the first tests run.
 */
import { installChromium } from './chromium.mjs';
import { prepareNats } from './nats-server.mjs';
import { unpackOperatorTools } from './operator-tools.mjs';
import { installStrace } from './strace.mjs';

prepareNats();
installChromium();
installStrace();
unpackOperatorTools();
