/**
 * The entry of the `hush` command: it finds a command by its name and passes it the other arguments. Commands are imported
 * when they are called, so that each starts quickly.
 */
import { type Io, processIo, WorldError } from './io.ts';

interface Command {
  readonly summary: string;
  readonly load: () => Promise<Loaded>;
}

interface Loaded {
  readonly usage: string;
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  help: {
    summary: 'show this list, or how to use one command',
    load: async () => ({ usage: 'usage: hush help [COMMAND]', run: help }),
  },
  admin: {
    summary: 'manage a running server: close tables, delete data, block addresses, go read-only',
    load: async () => {
      const { ADMIN_USAGE, adminCommand } = await import('./admin-command.ts');
      return { usage: ADMIN_USAGE, run: adminCommand };
    },
  },
  backup: {
    summary: 'back up all data into one file, even while the server runs',
    load: async () => {
      const { BACKUP_USAGE, backupCommand } = await import('./backup-command.ts');
      return { usage: BACKUP_USAGE, run: backupCommand };
    },
  },
  bench: {
    summary: 'benchmark the server on this machine',
    load: async () => {
      const { BENCH_USAGE, benchCommand } = await import('./bench/bench-command.ts');
      return { usage: BENCH_USAGE, run: benchCommand };
    },
  },
  bot: {
    summary: 'give your own program, in any language, a seat at a table',
    load: async () => {
      const { BOT_USAGE, botCommand } = await import('./programs/bot-command.ts');
      return { usage: BOT_USAGE, run: botCommand };
    },
  },
  cluster: {
    summary: 'set up a NATS cluster, show its state, move its leaders',
    load: async () => {
      const { CLUSTER_USAGE, clusterCommand } = await import('./cluster-command.ts');
      return { usage: CLUSTER_USAGE, run: clusterCommand };
    },
  },
  data: {
    summary: 'print data for programs: protocol schemas and tiles',
    load: async () => {
      const { DATA_USAGE, dataCommand } = await import('./data-command.ts');
      return { usage: DATA_USAGE, run: dataCommand };
    },
  },
  doctor: {
    summary: 'check settings, disk, clock, port, TLS, proxies and voice, and say what to do',
    load: async () => {
      const { DOCTOR_USAGE, doctorCommand } = await import('./doctor/doctor-command.ts');
      return { usage: DOCTOR_USAGE, run: doctorCommand };
    },
  },
  heist: {
    summary: 'generate many daily deals, prove them, and summarise them',
    load: async () => {
      const { HEIST_USAGE, heistCommand } = await import('./heist-command.ts');
      return { usage: HEIST_USAGE, run: heistCommand };
    },
  },
  league: {
    summary: 'let bots by different authors play in mixed teams, and compare them',
    load: async () => {
      const { LEAGUE_USAGE, leagueCommand } = await import('./programs/league-command.ts');
      return { usage: LEAGUE_USAGE, run: leagueCommand };
    },
  },
  records: {
    summary: 'print the games that players have agreed to share for research',
    load: async () => {
      const { RECORDS_USAGE, recordsCommand } = await import('./records-command.ts');
      return { usage: RECORDS_USAGE, run: recordsCommand };
    },
  },
  referee: {
    summary: 'run a scripted game: JSON lines in, JSON lines out',
    load: async () => {
      const { REFEREE_USAGE, refereeCommand } = await import('./referee-command.ts');
      return { usage: REFEREE_USAGE, run: refereeCommand };
    },
  },
  replay: {
    summary: 'print a recorded game, or its board at one moment',
    load: async () => {
      const { REPLAY_USAGE, replayCommand } = await import('./replay.ts');
      return { usage: REPLAY_USAGE, run: replayCommand };
    },
  },
  restore: {
    summary: 'check a backup and restore it into an empty data directory',
    load: async () => {
      const { RESTORE_USAGE, restoreCommand } = await import('./restore-command.ts');
      return { usage: RESTORE_USAGE, run: restoreCommand };
    },
  },
  serve: {
    summary: 'run the server; docs/OPERATING.md lists the settings',
    load: async () => {
      // The journal's thread starts while the server's code is loaded; a node of a cluster has no such thread.
      const { prepareJournalThread } = await import('@hush/server/journal-thread');
      if (!process.env['HUSH_JOURNAL']) prepareJournalThread();
      const { SERVE_USAGE, serveCommand } = await import('./serve-command.ts');
      return { usage: SERVE_USAGE, run: serveCommand };
    },
  },
  simulate: {
    summary: 'run many bot games and report the results',
    load: async () => {
      const { SIMULATE_USAGE, simulateCommand } = await import('./simulate/simulate-command.ts');
      return { usage: SIMULATE_USAGE, run: simulateCommand };
    },
  },
  tiles: {
    summary: 'check your own tile set',
    load: async () => {
      const { TILES_USAGE, tilesCommand } = await import('./tiles-command.ts');
      return { usage: TILES_USAGE, run: tilesCommand };
    },
  },
  verify: {
    summary: 'verify a recorded game: its shuffle and every move',
    load: async () => {
      const { VERIFY_USAGE, verifyCommand } = await import('./verify-command.ts');
      return { usage: VERIFY_USAGE, run: verifyCommand };
    },
  },
};

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  hush ${name.padEnd(10)} ${summary}`);
  return ['usage:', ...lines, '  hush COMMAND --help, hush --version', ''].join('\n');
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

async function help([name]: readonly string[], io: Io): Promise<number> {
  if (name === undefined) io.out(usage());
  else return main([name, '--help'], io);
  return 0;
}

async function version(io: Io): Promise<number> {
  io.out(`hush ${(await import('@hush/server')).VERSION}\n`);
  return 0;
}

/** Runs one command line and returns the exit code: 2 for an unknown command or a missing file. */
export async function main(args: readonly string[], io: Io = processIo()): Promise<number> {
  const [first = 'help', ...rest] = args;
  if (first === '--version') return version(io);
  const name = isHelp(first) ? 'help' : first;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    io.complain(`hush: there is no command '${first}'.\n${usage()}`);
    return 2;
  }
  const { usage: ownUsage, run } = await command.load();
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest; // arguments after `--` are for another program
  if (own.some(isHelp)) {
    io.out(`${ownUsage}\n`);
    return 0;
  }
  try {
    return await run(rest, io);
  } catch (error) {
    const [exit, sentence] = await excuse(error);
    io.complain(`hush ${name}: ${sentence}`);
    return exit;
  }
}

/** The exit code and the sentence for an expected error; a bug is thrown again. */
async function excuse(error: unknown): Promise<readonly [number, string]> {
  if (error instanceof WorldError) return [2, error.message];
  const problem = (await import('@hush/server')).driverProblem(error);
  if (problem === null) throw error;
  return [1, problem];
}
