/** A table on the server: WebSocket, the browser's clock and random numbers, and the seat stored on this device. */
import type { ClientWorld, SocketEvents } from '@hush/protocol';
import { browserClock } from '../device/clock.ts';
import { keepSeat, storedSeatToken, tokenOfLeftSeat } from '../device/storage.ts';
import { openSession, type Session } from './session.ts';

const SECRET_BYTES = 32;

function connect(events: SocketEvents): ReturnType<ClientWorld['connect']> {
  if (!navigator.onLine) return offline(events);
  const url = new URL('/ws', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => events.heard(String(data));
  socket.onclose = ({ code, reason }) => events.closed(code, reason);
  return {
    send: text => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  };
}

/** A connection that fails at once while the device is offline, so that the browser logs no error. */
function offline(events: SocketEvents): ReturnType<ClientWorld['connect']> {
  const timer = setTimeout(() => events.closed(1006, 'no network'));
  return { send: () => undefined, close: () => clearTimeout(timer) };
}

export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** The browser's clock and random numbers. */
export const browserWorld: Omit<ClientWorld, 'connect'> = {
  ...browserClock,
  chance: Math.random,
  secret: randomSecret,
};

/** Opens a table with the seat token that this device has stored for it; `watch` never uses the seat. */
export function openOnline(code: string, { watch = false } = {}): Session {
  const token = watch ? null : storedSeatToken(code);
  return openSession({
    seat: { table: code, ...(token === null ? {} : { token }) },
    kind: 'online',
    world: { ...browserWorld, secret: () => tokenOfLeftSeat(code) ?? randomSecret(), connect },
    seated: mine => keepSeat(code, mine),
    record: () => fetchRecord(code),
  });
}

/**
 * Loads the record of the last game; the code of HTTP requests is loaded with the first one, because a
 * running game needs none.
 */
async function fetchRecord(code: string): Promise<string | null> {
  const http = await import('../device/http.ts').catch(() => null);
  const record = await http?.requestText(`/t/${code}/record`);
  return record?.ok === true ? record.value : null;
}
