/**
 * Tests that the server disconnects a refused client that does not close its connection by itself, because connections
 * are limited.
 */
import { connect, type Socket } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serve, until } from '../server-kit.ts';

const HEAD = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** A client that sends something and never closes its connection. */
function caller(port: number, text: string): { readonly socket: Socket; readonly heard: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', data => {
    heard += data.toString('latin1');
  });
  socket.on('error', () => undefined); // a close event follows
  onTestFinished(() => {
    socket.destroy();
  });
  if (text !== '') socket.write(text);
  return { socket, heard: () => heard };
}

/**
 * Short timeouts, only for clients that never finish their request: on a slow machine other clients would reach them,
 * too.
 */
const HASTY = {
  headersTimeout: 200,
  requestTimeout: 200,
  keepAliveTimeout: 200,
  connectionsCheckingInterval: 50,
};

test.each([
  ['a page from elsewhere', `GET /ws HTTP/1.1\r\n${HEAD}${KEY}Origin: http://elsewhere\r\n\r\n`, '403'],
  ['a socket where none is', `GET /nowhere HTTP/1.1\r\n${HEAD}${KEY}\r\n`, '404'],
  ['a handshake without a key', `GET /ws HTTP/1.1\r\n${HEAD}\r\n`, '400'],
  ['what is no HTTP', 'hush\r\n\r\n', '400'],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\nX-', '408'],
  ['a body that never comes', 'POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{', '4'],
  ['silence', '', '408'],
])('PR-55b the connection is closed after %s', async (_, text, status) => {
  const isSlow = !text.endsWith('\r\n\r\n');
  const { port } = await serve(isSlow ? { patience: HASTY } : {});
  const { socket, heard } = caller(port, text);
  await until(() => heard().includes('\r\n\r\n'), 'an answer');
  expect(heard().slice(0, 12)).toContain(`HTTP/1.1 ${status}`);
  // Waits for the end of the connection; a connection that the server keeps open can be written to for ever.
  await until(() => {
    if (socket.writable) socket.write('x');
    return socket.destroyed;
  }, 'the end of the line');
});

/** A client's text message that is marked as compressed. */
function compressed(payload: Buffer): Buffer {
  const head = Buffer.from([
    0b1100_0001,
    0b1111_1110,
    payload.length >> 8,
    payload.length & 0xff,
    0,
    0,
    0,
    0,
  ]);
  return Buffer.concat([head, payload]); // the mask of this frame is zero
}

test('PR-55a compression is never negotiated, and a compressed message ends the connection', async () => {
  const { port } = await serve();
  const offer = 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n';
  const { socket, heard } = caller(port, `GET /ws HTTP/1.1\r\n${HEAD}${KEY}${offer}\r\n`);
  await until(() => heard().includes('\r\n\r\n'), 'an answer');
  expect(heard()).toContain('HTTP/1.1 101');
  expect(heard().toLowerCase()).not.toContain('sec-websocket-extensions');
  const bomb = deflateRawSync(Buffer.alloc(12 * 1024 * 1024), { level: 9 });
  expect(bomb.length).toBeLessThan(16 * 1024); // the message is short, so the size limit does not refuse it
  const before = process.memoryUsage().arrayBuffers;
  socket.write(compressed(bomb));
  const goodbye = (): string => heard().slice(heard().indexOf('\r\n\r\n') + 4);
  await until(() => goodbye().length >= 4, 'a goodbye');
  expect(goodbye().charCodeAt(0)).toBe(0x88);
  expect(256 * goodbye().charCodeAt(2) + goodbye().charCodeAt(3)).toBe(1002);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
});
