/**
 * The front door of the `hush` command: finds the command by its name and hands it the rest of the line.
 * Commands are imported when they are called, so that each starts with no more code than it needs.
 */
import { type Io, processIo, WorldError } from './io.ts';

interface Command {
  readonly summary: string;
  readonly run: (args: readonly string[], io: Io) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  help: { summary: 'this list', run: help },
  backup: {
    summary: 'copy the journal into one file, also while a server runs',
    run: async (args, io) => (await import('./backup-command.ts')).backupCommand(args, io),
  },
  bench: {
    summary: 'measure a server beside a bare one, on this machine',
    run: async (args, io) => (await import('./bench-command.ts')).benchCommand(args, io),
  },
  referee: {
    summary: 'play a scripted game: JSON lines in, JSON lines out',
    run: async (args, io) => (await import('./referee-command.ts')).refereeCommand(args, io),
  },
  replay: {
    summary: 'print a recorded game, or its board at a moment',
    run: async (args, io) => (await import('./replay.ts')).replayCommand(args, io),
  },
  serve: {
    summary: 'serve games to browsers; settings are in docs/OPERATING.md',
    run: async (args, io) => (await import('./serve-command.ts')).serveCommand(args, io),
  },
  tiles: {
    summary: 'say what a tile set of your own breaks, and in what it differs',
    run: async (args, io) => (await import('./tiles-command.ts')).tilesCommand(args, io),
  },
  verify: {
    summary: 'prove a recorded game: its shuffle and every move',
    run: async (args, io) => (await import('./verify-command.ts')).verifyCommand(args, io),
  },
};

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  hush ${name.padEnd(10)} ${summary}`);
  return ['usage:', ...lines, ''].join('\n');
}

async function help(_: readonly string[], io: Io): Promise<number> {
  io.out(usage());
  return 0;
}

/** Runs one command line and answers with the exit code: 2 when there is no such command or no such file. */
export async function main(args: readonly string[], io: Io = processIo()): Promise<number> {
  const [name = 'help', ...rest] = args;
  const asked = name === '--help' || name === '-h' ? 'help' : name;
  const command = Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined;
  if (command === undefined) {
    io.complain(`hush: there is no command '${name}'.\n${usage()}`);
    return 2;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    io.complain(`hush ${asked}: ${error.message}`);
    return 2;
  }
}
