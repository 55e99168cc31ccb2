/** `hush serve`: starts the server, prints its addresses, and stops it on a signal. */
import { isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { lanAddresses, type RunningServer, readConfig, startServer } from '@hush/server';
import { renderUnicodeCompact } from 'uqr';
import type { Io } from './io.ts';

/** The same path from the sources and from the bundle: both are two folders below packages. */
const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));

export const SERVE_USAGE = 'usage: hush serve (settings are environment variables: docs/OPERATING.md)';

export async function serveCommand(args: readonly string[], io: Io): Promise<number> {
  if (args.length > 0) {
    io.complain(SERVE_USAGE);
    return 2;
  }
  const config = readConfig(process.env);
  if (!config.ok) {
    for (const problem of config.error) io.complain(`hush serve: ${problem}`);
    return 1;
  }
  const started = await startServer({ config: config.value, webDir: WEB });
  if (!started.ok) {
    io.complain(`hush serve: ${started.error}`);
    return 1;
  }
  io.complain(announcement(started.value.port, config.value.host));
  return untilStopped(started.value, io);
}

const LOCAL: readonly string[] = ['127.0.0.1', 'localhost', '::1'];
const EVERYWHERE: readonly string[] = ['0.0.0.0', '::'];

/** An IPv6 address needs brackets in a URL. */
const urlOf = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host.replace('%', '%25')}]` : host}:${port}/`;

/** The addresses: for this machine, and for phones in the local network with a QR code. */
export function announcement(port: number, host: string | undefined, addresses = lanAddresses()): string {
  const isEverywhere = host === undefined || EVERYWHERE.includes(host);
  const here = urlOf(isEverywhere || LOCAL.includes(host) ? 'localhost' : host, port);
  const lan = (isEverywhere ? addresses : []).map(address => urlOf(address, port));
  const [first] = lan;
  const code = first === undefined ? [] : ['', renderUnicodeCompact(first, { border: 2 })];
  return ['', `Hush is served at ${here}`, ...lan.map(url => `in this network  ${url}`), ...code, ''].join(
    '\n',
  );
}

const PARENT = process.ppid;
const PARENT_LOOK = 500;

/**
 * npm and npx start commands through a shell that dies of a signal without passing it on. The server would run on and keep
 * the port. So it stops when its parent process is gone.
 */
function whenLeftByNpm(then: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    then();
  }, PARENT_LOOK);
  timer.unref();
}

/** Runs until a signal or a failure of the server; returns the exit code. */
async function untilStopped(server: RunningServer, io: Io): Promise<number> {
  const signal = new Promise<null>(resolve => {
    whenLeftByNpm(() => resolve(null));
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.once(name, () => {
        process.once(name, () => process.exit(1)); // a second signal ends the process at once
        resolve(null);
      });
    }
  });
  const trouble = await Promise.race([signal, server.broken]);
  if (trouble !== null) io.complain(`hush serve: ${trouble}`);
  await server.stop();
  return trouble === null ? 0 : 1;
}
