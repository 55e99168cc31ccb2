/**
 * How many lines one address may hold open, whether it says anything on them or not: sockets have their own limit, but
 * only once they have asked, and whoever asks nothing must not take the last line away from everybody else.
 */
import type { Server } from 'node:http';
import type { Config } from '../runtime/config.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { budgetKey } from './client-address.ts';

/** A browser opens up to six lines for files beside its socket. */
const LINES_PER_SOCKET = 7;
/** For requests when every socket is taken: a supervisor must not think that a full server is a dead one. */
const SPARE_LINES = 200;

export function limitCallers(server: Server, { limits, trustedProxies }: Config, metrics: Metrics): void {
  server.maxConnections = limits.connections + SPARE_LINES;
  if (trustedProxies > 0) return; // all lines come from the proxy, which has to count for itself
  const most = LINES_PER_SOCKET * limits.connectionsPerIp;
  const open = new Map<string, number>();
  server.on('connection', socket => {
    const address = budgetKey(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      metrics.limited('lines');
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
