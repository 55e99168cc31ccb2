/**
 * Limits the TCP connections of one address, including idle ones. The limit of WebSockets counts only after the
 * handshake, so without this limit connections that send nothing could use up the server.
 */
import type { Server } from 'node:http';
import type { Config } from '../runtime/config.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { budgetKey } from './client-address.ts';
import { OpenLines } from './open-lines.ts';

/** How many connections one WebSocket may come with: a browser opens up to six more for files. */
const LINES_PER_SOCKET = 7;
/** Connections reserved for requests when all WebSockets are taken, so that health checks still work. */
const SPARE_LINES = 200;

export function limitCallers(server: Server, { limits, trustedProxies }: Config, metrics: Metrics): void {
  server.maxConnections = limits.connections + SPARE_LINES;
  if (trustedProxies > 0) return; // behind a proxy, all connections come from the proxy, which must limit them itself
  const open = new OpenLines(LINES_PER_SOCKET * limits.connectionsPerIp);
  server.on('connection', socket => {
    const address = budgetKey(socket.remoteAddress ?? '');
    if (!open.hasRoom(address)) {
      metrics.limited('lines');
      socket.destroy();
      return;
    }
    open.opened(address);
    socket.once('close', () => open.closed(address));
  });
}
