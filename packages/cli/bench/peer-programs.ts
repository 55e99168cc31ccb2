/**
 * Small programs for other libraries of the same kind: a server that sends the same text to everybody in a room, and clients of
 * that library. They run in the folder where the libraries are installed, so they are texts here.
 *
 * A server prints its port, and answers every message of its parent with its processor time and memory. A client module
 * exports `open(port, room, players)`: seats with `send`, `onText` and `close`.
 */

/** The same news as the bare server's (src/bench/bare-server.ts). */
const NEWS = `
let version = 0;
const newsLike = text => {
  const { n, m, c } = JSON.parse(text);
  const at = Math.round(performance.now());
  return '{"t":"news","v":' + ++version + ',"e":[["heroMoved",' + at + ',' + (m - 1) + ',"' + c.hero + '","' + c.dir + '",26]],"m":' + m + ',"n":' + n + '}';
};
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit(0));
const listens = port => process.send({ port });
`;

export interface PeerProgram {
  readonly name: string;
  /** What is installed from the registry; the versions are fixed, so that figures can be compared. */
  readonly packages: readonly string[];
  readonly server: string;
  readonly client: string;
}

const SOCKET_IO: PeerProgram = {
  name: 'Socket.IO',
  packages: ['socket.io@4.8.1', 'socket.io-client@4.8.1'],
  server: `${NEWS}
const { createServer } = require('node:http');
const { Server } = require('socket.io');
const http = createServer();
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
io.on('connection', socket => {
  const { room } = socket.handshake.query;
  socket.join(room);
  socket.on('do', text => io.to(room).emit('news', newsLike(text)));
});
http.listen(0, '127.0.0.1', () => listens(http.address().port));
`,
  client: `
const { io } = require('socket.io-client');
exports.open = (port, room, players) => Promise.all(Array.from({ length: players }, () => new Promise((resolve, reject) => {
  const socket = io('http://127.0.0.1:' + port, { transports: ['websocket'], forceNew: true, reconnection: false, query: { room } });
  socket.on('connect_error', reject);
  socket.on('connect', () => resolve({
    send: text => socket.emit('do', text),
    onText: heard => socket.on('news', heard),
    close: () => socket.disconnect(),
  }));
})));
`,
};

const COLYSEUS: PeerProgram = {
  name: 'Colyseus',
  packages: [
    '@colyseus/core@0.16.20',
    '@colyseus/ws-transport@0.16.5',
    '@colyseus/schema@3.0.76',
    'colyseus.js@0.16.22',
  ],
  server: `${NEWS}
const { createServer } = require('node:http');
const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
class Table extends Room {
  onCreate() {
    this.setPatchRate(null);
    this.onMessage('do', (_, text) => this.broadcast('news', newsLike(text)));
  }
}
const http = createServer();
const server = new Server({ greet: false, gracefullyShutdown: false, transport: new WebSocketTransport({ server: http }) });
server.define('table', Table).filterBy(['place']);
server.listen(0, '127.0.0.1').then(() => listens(http.address().port));
`,
  client: `
const { Client } = require('colyseus.js');
exports.open = async (port, place, players) => {
  const seats = [];
  for (let i = 0; i < players; i++) {
    const room = await new Client('ws://127.0.0.1:' + port).joinOrCreate('table', { place });
    let hear = () => undefined;
    room.onMessage('news', text => hear(text));
    seats.push({ send: text => room.send('do', text), onText: heard => { hear = heard; }, close: () => room.leave(false) });
  }
  return seats;
};
`,
};

/** A game whose only state is its last news; it keeps no list of moves, like the other servers of this comparison. */
const GAME = `
const game = {
  name: 'table',
  setup: () => ({ news: '' }),
  disableUndo: true,
  turn: { activePlayers: { all: 'play' }, stages: { play: { moves: { act: {
    move: ({ G }, text) => { G.news = newsLike(text); },
    client: false, ignoreStaleStateID: true, redact: () => true, noLimit: true,
  } } } } },
};
`;

const BOARDGAME_IO: PeerProgram = {
  name: 'boardgame.io',
  packages: ['boardgame.io@0.50.2'],
  server: `${NEWS}${GAME}
console.info = console.log = () => undefined;
const { Server } = require('boardgame.io/server');
const server = Server({ games: [game], origins: [/127/] });
server.run({ port: 0 }).then(({ appServer }) => listens(appServer.address().port));
`,
  client: `const newsLike = text => text;${GAME}
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const seat = (port, matchID, numPlayers, playerID) => new Promise(resolve => {
  const client = Client({
    game, matchID, numPlayers, playerID, debug: false,
    multiplayer: SocketIO({ server: 'http://127.0.0.1:' + port, socketOpts: { transports: ['websocket'], forceNew: true } }),
  });
  let hear = () => undefined;
  const opened = { send: text => client.moves.act(text), onText: heard => { hear = heard; }, close: () => client.stop() };
  client.subscribe(state => {
    if (state?.isConnected) resolve(opened);
    if (state?.G.news) hear(state.G.news);
  });
  client.start();
});
exports.open = async (port, room, players) => {
  const seats = [];
  for (let i = 0; i < players; i++) seats.push(await seat(port, room, players, String(i)));
  return seats;
};
`,
};

export const PEERS: readonly PeerProgram[] = [SOCKET_IO, COLYSEUS, BOARDGAME_IO];
