/**
 * A connection between a browser and the server that can be cut without notice, as when a phone loses its network.
 */

import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import type { PageServer } from './page-server.ts';

export interface CutProxy {
  /** The address of the server through this proxy. */
  readonly address: string;
  /** Drops all data in transit and lets no more data pass, without closing the connection. */
  cut(): void;
  mend(): void;
  end(): Promise<void>;
}

export async function startCutProxy({ server: { port } }: PageServer): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server: Server = createServer(near => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = dial(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined); // a close follows
    }
    near.on('close', () => sockets.delete(near) && far.destroy());
    far.on('close', () => sockets.delete(far) && near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    whole = false;
    for (const socket of [...sockets]) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      whole = true;
    },
    end: async () => {
      cut();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
