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
    summary: 'this list, or how one command is used',
    load: async () => ({ usage: 'usage: hush help [COMMAND]', run: help }),
  },
  backup: {
    summary: 'copy the journal into one file, also while a server runs',
    load: async () => {
      const { BACKUP_USAGE, backupCommand } = await import('./backup-command.ts');
      return { usage: BACKUP_USAGE, run: backupCommand };
    },
  },
  bench: {
    summary: 'measure a server beside a bare one, on this machine',
    load: async () => {
      const { BENCH_USAGE, benchCommand } = await import('./bench/bench-command.ts');
      return { usage: BENCH_USAGE, run: benchCommand };
    },
  },
  referee: {
    summary: 'play a scripted game: JSON lines in, JSON lines out',
    load: async () => {
      const { REFEREE_USAGE, refereeCommand } = await import('./referee-command.ts');
      return { usage: REFEREE_USAGE, run: refereeCommand };
    },
  },
  replay: {
    summary: 'print a recorded game, or its board at a moment',
    load: async () => {
      const { REPLAY_USAGE, replayCommand } = await import('./replay.ts');
      return { usage: REPLAY_USAGE, run: replayCommand };
    },
  },
  serve: {
    summary: 'serve games to browsers; settings are in docs/OPERATING.md',
    load: async () => {
      const { SERVE_USAGE, serveCommand } = await import('./serve-command.ts');
      return { usage: SERVE_USAGE, run: serveCommand };
    },
  },
  simulate: {
    summary: 'let bots play many games, and count',
    load: async () => {
      const { SIMULATE_USAGE, simulateCommand } = await import('./simulate/simulate-command.ts');
      return { usage: SIMULATE_USAGE, run: simulateCommand };
    },
  },
  tiles: {
    summary: 'say what a tile set of your own breaks, and in what it differs',
    load: async () => {
      const { TILES_USAGE, tilesCommand } = await import('./tiles-command.ts');
      return { usage: TILES_USAGE, run: tilesCommand };
    },
  },
  verify: {
    summary: 'prove a recorded game: its shuffle and every move',
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
  if (rest.some(isHelp)) {
    io.out(`${ownUsage}\n`);
    return 0;
  }
  try {
    return await run(rest, io);
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    io.complain(`hush ${name}: ${error.message}`);
    return 2;
  }
}
