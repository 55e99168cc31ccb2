/** Bugs in the command, each with the test files that must notice it. */
/** @type {readonly import('./mutant.mjs').CuratedMutant[]} */
export const CLI_MUTANTS = [
  {
    bug: 'hush verify ends with 0 for a game that is not proven',
    file: 'verify-command.ts',
    from: 'return verdict.proven ? 0 : NOT_PROVEN;',
    to: 'return 0;',
    tests: ['verify-command'],
  },
  {
    bug: 'hush tiles ends with 0 for a set that breaks the rules',
    file: 'tiles-command.ts',
    from: 'return broken.length === 0 ? 0 : BREAKS;',
    to: 'return 0;',
    tests: ['tiles-command'],
  },
  {
    bug: 'hush replay draws the board one event too early',
    file: 'replay.ts',
    from: 'event.at <= at',
    to: 'event.at < at',
    tests: ['replay'],
  },
  {
    bug: 'hush replay ends with 0 for a file that cannot be read',
    file: 'replay.ts',
    from: 'return shown.ok ? 0 : UNREADABLE;',
    to: 'return 0;',
    tests: ['replay'],
  },
  {
    bug: 'the referee accepts unknown fields',
    file: 'referee-requests.ts',
    from: 'if (strange !== undefined)',
    to: "if (strange === '')",
    tests: ['referee', 'bad-input'],
  },
  {
    bug: 'the referee accepts a request without a player',
    file: 'referee-requests.ts',
    from: "by === undefined ? !ANYBODY.includes(verb) : typeof by !== 'string'",
    to: "by !== undefined && typeof by !== 'string'",
    tests: ['referee', 'bad-input'],
  },
  {
    bug: 'the mask of legal actions forbids waiting',
    file: 'referee-actions.ts',
    from: 'const numbers = [WAIT];',
    to: 'const numbers: number[] = [];',
    tests: ['referee-actions', 'referee-games'],
  },
  {
    bug: 'the referee names a seat instead of a player',
    file: 'referee-names.ts',
    from: "if (field === 'seat') return ['player', nameOf(names, value) ?? null];",
    to: '',
    tests: ['referee', 'referee-games'],
  },
];
