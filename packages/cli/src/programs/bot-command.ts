/** `hush bot`: gives a user's program a seat at a table. The program reads one JSON line for each move and writes one. */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { cleanName, type SocketEvents, tableCodeIn } from '@hush/protocol';
import { WebSocket } from 'ws';
import { type Io, WorldError } from '../io.ts';
import { wholeOption } from '../options.ts';
import { ProgramProcess } from './program-process.ts';
import { type SeatPlan, type SeatWorld, TableSeat } from './table-seat.ts';

export const BOT_USAGE = `usage: hush bot --stdio --table CODE [--server http://localhost:8080] [--name NAME] [--token TOKEN]
                [--games N] [--pause 300] [--patience 10000] -- PROGRAM [ARGUMENTS]
  --table     the code of a table, or its whole address (http://host/t/CODE), which also names the server
  --stdio     the program reads a JSON line for each move from standard input and writes one to standard output
  --token     the token of a seat the program had before
  --games     leave after this many games; by default the program keeps playing
  --pause     the least time between two moves, in milliseconds
  --patience  how many milliseconds the program may think about a move
  The host of the table must have switched on "Players' own bots may join". docs/BOTS.md has an example.
  The exit code is 1 if the program failed or lost its seat; standard error says why.`;

const OPTIONS = {
  stdio: { type: 'boolean', default: false },
  table: { type: 'string' },
  server: { type: 'string', default: 'http://localhost:8080' },
  name: { type: 'string', default: 'Program' },
  token: { type: 'string' },
  games: { type: 'string' },
  pause: { type: 'string', default: '300' },
  patience: { type: 'string', default: '10000' },
} as const;

interface BotPlan extends SeatPlan {
  readonly server: string;
  readonly patience: number;
  readonly command: readonly string[];
}

export async function botCommand(args: readonly string[], io: Io): Promise<number> {
  const plan = planOf(args);
  const say = (line: string): void => io.complain(`hush bot: ${line}`);
  const world = seatWorld(plan.server, say);
  const { command, patience } = plan;
  const program = new ProgramProcess({
    command,
    patience,
    later: world.later,
    tell: line => io.complain(line),
    warn: say,
  });
  const { why, won, games } = await new TableSeat(plan, program, world).ended;
  if (why !== null) say(/[.!?]$/.test(why) ? why : `${why}.`);
  io.out(`${JSON.stringify({ games, won })}\n`);
  return why === null ? 0 : 1;
}

function planOf(args: readonly string[]): BotPlan {
  const dashes = args.indexOf('--');
  const command = dashes < 0 ? [] : args.slice(dashes + 1);
  const { values: options, positionals } = readOptions(dashes < 0 ? args : args.slice(0, dashes));
  if (positionals.length > 0)
    throw wrong(`'${positionals.join(' ')}' is not expected here; the program comes after --.`);
  if (!options.stdio) throw wrong('--stdio is missing: it says how to talk to the program.');
  if (options.table === undefined) throw wrong('--table is missing.');
  if (command.length === 0) throw wrong('the program is missing; it comes after --.');
  const { server, table } = whereIs(options.table, options.server);
  const name = cleanName(options.name);
  if (!name.ok) throw wrong(`--name: ${name.error.why}`);
  return {
    server,
    table,
    name: name.value,
    command,
    ...(options.token === undefined ? {} : { token: options.token }),
    games: options.games === undefined ? null : wholeOption(options.games, '--games', BOT_USAGE),
    pause: wholeOption(options.pause, '--pause', BOT_USAGE),
    patience: wholeOption(options.patience, '--patience', BOT_USAGE),
  };
}

const wrong = (sentence: string): WorldError => new WorldError(`${sentence}\n${BOT_USAGE}`);

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

/** The server and the code of a table, from a code or from an address copied from the page. */
function whereIs(table: string, server: string): { readonly server: string; readonly table: string } {
  const url = URL.canParse(table) ? new URL(table) : null;
  const code = tableCodeIn(url === null ? table : url.pathname.replace(/^[/]t[/]/, '').replace(/[/].*$/, ''));
  if (code === null) throw wrong(`'${table}' is neither the code of a table nor its address.`);
  const origin = url?.origin ?? server;
  if (!/^https?:[/][/]/.test(origin) || !URL.canParse(origin))
    throw wrong(`'${origin}' is not the address of a server.`);
  return { server: new URL(origin).origin, table: code };
}

function seatWorld(server: string, tell: (line: string) => void): SeatWorld {
  return {
    connect: events => openSocket(`${server.replace(/^http/, 'ws')}/ws`, events),
    now: () => performance.now(),
    later: (after, then) => {
      const timer = setTimeout(then, after);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    secret: randomUUID,
    tell,
  };
}

function openSocket(url: string, events: SocketEvents): { send(text: string): void; close(): void } {
  const socket = new WebSocket(url);
  socket.on('open', () => events.opened());
  socket.on('message', data => events.heard(String(data)));
  socket.on('close', (code, why) => events.closed(code, String(why)));
  socket.on('error', () => undefined); // a close event follows
  return {
    send: text => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  };
}
