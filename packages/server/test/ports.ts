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

/**
 * Reserves a port that no other process takes while this one runs, not even while its server is killed and not started yet.
 * The port above it is the lock: the process that listens there has reserved the pair.
 */
export async function reservePort(from: number = FIRST_PORT + 2 * (process.pid % 2_500)): Promise<number> {
  for (let port = from; port < LAST_PORT; port += 2) {
    const lock = await listenAt(port + 1);
    if (lock === null) continue;
    const server = await listenAt(port);
    server?.close();
    if (server !== null) {
      await once(server, 'close');
      lock.unref(); // locked until this process ends
      return port;
    }
    lock.close();
  }
  throw new Error('no free port');
}

/** Reserves several ports. */
export async function reservePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await reservePort());
  return ports;
}
