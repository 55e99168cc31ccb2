/**
 * A program with twenty attackers from other addresses: they connect, flood, are disconnected and reconnect until standard
 * input ends. Twice a second it prints how many connections ended with which code.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { say } from '../say.ts';

const [port = '', code = ''] = process.argv.slice(2);
const FLOODERS = 20;
const ADDRESSES = 4;
const WORDS = 300; // messages of each connection, far more than the limit allows
/**
 * How many codes each attacker guesses: an address may guess ten at once and then one every six seconds, so these guesses
 * exceed the limit on every machine.
 */
const GUESSES = 12;

const hello = (table: string): string => JSON.stringify({ t: 'hello', protocol: 1, table });

/** Asks for a table that does not exist, which ends the connection. */
const guess = (socket: WebSocket, i: number): void => socket.send(hello(`BCDFGHJ${2 + (i % 8)}`));

/** The message that each attacker repeats. */
const SHOUTS: readonly ((socket: WebSocket, i: number) => void)[] = [
  (socket, i) => socket.send(i === 0 ? hello(code) : `{"t":"ping","at":${i}}`),
  (socket, i) => socket.send(i === 0 ? hello(code) : `{"t":"do","n":${i},"c":{"type":"explore"}}`),
  (socket, i) => socket.send(`{"t":"do","n":${i}}`),
  guess,
  (socket, i) => socket.send('['.repeat(8_000) + i),
  (socket, i) => socket.send('x'.repeat(i === 0 ? 20_000 : 10)),
  socket => socket.ping(),
];

const ends: Record<string, number> = {};

/** Opens one connection; resolves when it has ended for any reason. */
function visit(flooder: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    localAddress: `127.0.1.${1 + (flooder % ADDRESSES)}`,
    perMessageDeflate: false,
  });
  const shout = SHOUTS[flooder % SHOUTS.length];
  return new Promise(resolve => {
    socket.on('open', () => {
      for (let i = 0; i < WORDS; i++) shout?.(socket, i);
    });
    socket.on('unexpected-response', (_, response) => {
      ends[response.statusCode ?? 0] = (ends[response.statusCode ?? 0] ?? 0) + 1;
      socket.terminate();
    });
    socket.on('close', ended => {
      ends[ended] = (ends[ended] ?? 0) + 1;
      resolve();
    });
    socket.on('error', () => undefined); // a close event follows
  });
}

async function flood(flooder: number): Promise<never> {
  const atOnce = SHOUTS[flooder % SHOUTS.length] === guess ? GUESSES : 1;
  for (;;) {
    await Promise.all(Array.from({ length: atOnce }, () => visit(flooder)));
    await sleep(5);
  }
}

process.stdin.on('end', () => process.exit(0)).resume();
setInterval(() => say(JSON.stringify(ends)), 500);
for (let i = 0; i < FLOODERS; i++) void flood(i);
