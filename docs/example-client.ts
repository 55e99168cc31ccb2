/**
 * A player of your own in less than a hundred lines: takes a seat at a table and makes random legal moves until the
 * game is over. `Connection` comes back by itself after every outage and sends again what was not answered; its
 * `mirror` is the table as you know it. How to run it is in PROTOCOL.md.
 */
import { Connection, type PlayCommand, type SocketEvents, seatOf } from '@hush/protocol';
import { isOver, reach } from '@hush/rules';
import { WebSocket } from 'ws'; // a page, and Node 22 or newer, have one of their own

const [server = 'http://localhost:8080', table = '', name = 'Random'] = process.argv.slice(2);

/** What helps the game on; beginning, pausing, nudging and talking is left to people. */
const MOVES = new Set(['move', 'vortex', 'escalator', 'explore', 'lay', 'discard', 'steal', 'turn']);
const PAUSE = 400; // milliseconds between two moves; a seat that says more than twenty things a second is cut off

/** The way to the server: opens a socket and passes on what happens to it. */
function connect(events: SocketEvents): { send(text: string): void; close(): void } {
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/ws`);
  socket.on('open', () => events.opened());
  socket.on('message', data => events.heard(data.toString()));
  socket.on('close', (code, why) => events.closed(code, why.toString()));
  socket.on('error', () => undefined); // a close follows
  return {
    send: text => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.terminate(),
  };
}

const connection: Connection = new Connection(
  { table }, // with { table, token } you are back in the seat you had
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

/** The rules list what a seat may do now; explored tiles wait for the server, so one thing is asked at a time. */
function act(): void {
  const { mirror } = connection;
  const { game, member } = mirror;
  if (game === null || member === null || mirror.unanswered > 0) return; // not begun, not seated, or not answered
  if (isOver(game)) finish(`The game is ${game.status}.`, 0);
  const possible = reach(game, seatOf(mirror.confirmed, member)).filter(({ type }) => MOVES.has(type));
  const chosen = possible[Math.floor(Math.random() * possible.length)];
  if (chosen === undefined) return;
  const { seat: _, ...command } = { seat: 0, ...chosen }; // whose seat it is, the server knows
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
