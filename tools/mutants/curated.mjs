/** All curated mutants, by package. */
import { BOTS_MUTANTS } from './bots.mjs';
import { CLI_MUTANTS } from './cli.mjs';
import { JOURNAL_MUTANTS } from './journal.mjs';
import { PROTOCOL_MUTANTS } from './protocol.mjs';
import { RULES_MUTANTS } from './rules.mjs';
import { SERVER_MUTANTS } from './server.mjs';
import { WEB_MUTANTS } from './web.mjs';

/** @type {Readonly<Record<string, readonly import('./mutant.mjs').CuratedMutant[]>>} */
export const CURATED = {
  rules: RULES_MUTANTS,
  protocol: PROTOCOL_MUTANTS,
  server: [...SERVER_MUTANTS, ...JOURNAL_MUTANTS],
  bots: BOTS_MUTANTS,
  web: WEB_MUTANTS,
  cli: CLI_MUTANTS,
};
