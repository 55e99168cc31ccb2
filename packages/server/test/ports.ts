/** Ports of 127.0.0.1 for programs of tests that must know their port before they start. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** The range is below the ports of outgoing connections: otherwise a client could get the port of a server that is down. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** Listens at a port; resolves to null if it is in use. */
function listenAt(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise(resolve => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Reserves this port: the port above it is the lock, and the process that listens there has reserved the pair. */
async function lockOf(port: number): Promise<Server | null> {
  const lock = await listenAt(port + 1);
  if (lock === null) return null;
  const server = await listenAt(port);
  if (server === null) {
    lock.close();
    return null;
  }
  server.close();
  await once(server, 'close');
  return lock.unref(); // the port stays locked until this process ends
}

/**
 * Reserves a port that no other process takes while this one runs, not even while its server is killed and not started yet.
 * The ports at the given distances above it are reserved too.
 */
export async function reservePort(distances: readonly number[] = []): Promise<number> {
  const last = LAST_PORT - Math.max(0, ...distances);
  for (let port = FIRST_PORT + 2 * (process.pid % 2_500); port < last; port += 2) {
    const locks: Server[] = [];
    for (const distance of [0, ...distances]) {
      const lock = await lockOf(port + distance);
      if (lock === null) break;
      locks.push(lock);
    }
    if (locks.length > distances.length) return port;
    for (const lock of locks) lock.close();
  }
  throw new Error('no free port');
}

/** Reserves several ports. */
export async function reservePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await reservePort());
  return ports;
}
