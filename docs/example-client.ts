/**
 * An example player in less than a hundred lines: it takes a seat at a table and makes random legal moves until the
 * game is over. `Connection` reconnects after every outage and sends unanswered commands again; its `mirror` is the
 * client's copy of the table. PROTOCOL.md says how to run it.
 */
import { Connection, type PlayCommand, type SocketEvents, seatOf } from '@hush/protocol';
import { isOver, reach } from '@hush/rules';
import { WebSocket } from 'ws'; // browsers, and Node 22 or newer, have a WebSocket of their own

const [server = 'http://localhost:8080', table = '', name = 'Random'] = process.argv.slice(2);

/** The commands that advance the game; starting, pausing, nudging and talking are left to people. */
const MOVES = new Set(['move', 'vortex', 'escalator', 'explore', 'lay', 'discard', 'steal', 'turn']);
const PAUSE = 400; // milliseconds between two moves; the server closes a connection that sends more than twenty messages a second

/** Opens a socket to the server and passes its events on. */
function connect(events: SocketEvents): { send(text: string): void; close(): void } {
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/ws`);
  socket.on('open', () => events.opened());
  socket.on('message', data => events.heard(data.toString()));
  socket.on('close', (code, why) => events.closed(code, why.toString()));
  socket.on('error', () => undefined); // a close event follows
  return {
    send: text => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.terminate(),
  };
}

const connection: Connection = new Connection(
  { table }, // with { table, token } you return to your earlier seat
  {
    connect,
    now: () => performance.now(),
    later: (after, then) => {
      const timer = setTimeout(then, after);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
    secret: () => crypto.randomUUID(),
  },
  {
    changed: status => {
      if (status.type === 'ended' && process.exitCode === undefined)
        finish(`The server says: ${status.why}`, 1);
    },
    seated: token => console.log(`Seated; the secret of this seat is ${token}.`),
    noticed: notice => {
      if (notice.type === 'refused') console.log(`Refused: ${notice.say ?? notice.why}`);
    },
  },
);
connection.join(name, 'owl');

/** The rules list what a seat may do now. Explored tiles wait for the server, so only one command is sent at a time. */
function act(): void {
  const { mirror } = connection;
  const { game, member } = mirror;
  if (game === null || member === null || mirror.unanswered > 0) return; // the game has not begun, there is no seat, or a command is not answered yet
  if (isOver(game)) finish(`The game is ${game.status}.`, 0);
  const possible = reach(game, seatOf(mirror.confirmed, member)).filter(({ type }) => MOVES.has(type));
  const chosen = possible[Math.floor(Math.random() * possible.length)];
  if (chosen === undefined) return;
  const { seat: _, ...command } = { seat: 0, ...chosen }; // the server knows the seat, so the command is sent without it
  connection.do(command as PlayCommand);
  console.log(`Asked for ${JSON.stringify(command)}`);
}

const timer = setInterval(act, PAUSE);

function finish(say: string, exit: number): void {
  console.log(say);
  clearInterval(timer);
  process.exitCode = exit;
  connection.close();
}
