/** The command as a separate process, for tests that send it signals. */
import { main } from '../../cli/src/main.ts';

process.exitCode = await main(process.argv.slice(2));
