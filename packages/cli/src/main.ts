/**
 * The front door of the `hush` command: finds the command by its name and hands it the rest of the line.
 * Commands are imported when they are called, so that each starts with no more code than it needs.
 */
interface Command {
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  help: { summary: 'this list', run: help },
  serve: { summary: 'serve games to browsers (not there yet)', run: serve },
};

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  hush ${name.padEnd(10)} ${summary}`);
  return ['usage:', ...lines, ''].join('\n');
}

async function help(): Promise<number> {
  process.stdout.write(usage());
  return 0;
}

async function serve(): Promise<number> {
  process.stderr.write('hush: there is no server to start yet; `hush help` lists what is there today.\n');
  return 1;
}

/** Runs one command line and answers with the exit code: 2 when there is no such command. */
export async function main(args: readonly string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  const asked = name === '--help' || name === '-h' ? 'help' : name;
  const command = Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined;
  if (command) return command.run(rest);
  process.stderr.write(`hush: there is no command '${name}'.\n${usage()}`);
  return 2;
}
