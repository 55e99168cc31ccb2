/** Whoever is refused and does not hang up is hung up on: lines are few, and silence must not cost one. */
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serve, until } from './server-kit.ts';

const HEAD = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Says something and never hangs up, whatever it hears. */
function caller(port: number, text: string): { readonly socket: Socket; readonly heard: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', data => {
    heard += data;
  });
  socket.on('error', () => undefined); // a close follows
  onTestFinished(() => {
    socket.destroy();
  });
  if (text !== '') socket.write(text);
  return { socket, heard: () => heard };
}

test.each([
  ['a page from elsewhere', `GET /ws HTTP/1.1\r\n${HEAD}${KEY}Origin: http://elsewhere\r\n\r\n`, '403'],
  ['a socket where none is', `GET /nowhere HTTP/1.1\r\n${HEAD}${KEY}\r\n`, '404'],
  ['a handshake without a key', `GET /ws HTTP/1.1\r\n${HEAD}\r\n`, '400'],
  ['what is no HTTP', 'hush\r\n\r\n', '400'],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\nX-', '408'],
  ['a body that never comes', 'POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{', '4'],
  ['silence', '', '408'],
])('the line is cut after %s', async (_, text, status) => {
  const { port } = await serve({
    patience: {
      headersTimeout: 200,
      requestTimeout: 200,
      keepAliveTimeout: 200,
      connectionsCheckingInterval: 50,
    },
  });
  const { socket, heard } = caller(port, text);
  await until(() => heard().includes('\r\n\r\n'), 'an answer');
  expect(heard().slice(0, 12)).toContain(`HTTP/1.1 ${status}`);
  // On a line that is still held at the other end one may talk for ever.
  await until(() => {
    if (socket.writable) socket.write('x');
    return socket.destroyed;
  }, 'the end of the line');
});
