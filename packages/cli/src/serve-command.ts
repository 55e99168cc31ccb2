/** `hush serve`: starts the server, says where it can be found, and stops it when asked to. */
import { fileURLToPath } from 'node:url';
import { lanAddresses, type RunningServer, readConfig, startServer } from '@hush/server';
import { renderUnicodeCompact } from 'uqr';
import type { Io } from './io.ts';

/** The same from the sources and from the bundle: both lie two folders below the packages. */
const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));

export async function serveCommand(args: readonly string[], io: Io): Promise<number> {
  if (args.length > 0) {
    io.complain('usage: hush serve (settings are environment variables: docs/OPERATING.md)');
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

const LOCAL = ['127.0.0.1', 'localhost', '::1'];

/** Where to find it: for this machine, and for phones in the same house with a code to point them at. */
export function announcement(port: number, host: string | undefined): string {
  const here = `http://${host === undefined || LOCAL.includes(host) ? 'localhost' : host}:${port}/`;
  const addresses = host === undefined || host === '0.0.0.0' || host === '::' ? lanAddresses() : [];
  const lan = addresses.map(address => `http://${address}:${port}/`);
  const [first] = lan;
  const code = first === undefined ? [] : ['', renderUnicodeCompact(first, { border: 2 })];
  return ['', `Hush is served at ${here}`, ...lan.map(url => `in this network  ${url}`), ...code, ''].join(
    '\n',
  );
}

/** Runs until a signal comes or the server cannot go on; the exit code. */
async function untilStopped(server: RunningServer, io: Io): Promise<number> {
  const signal = new Promise<null>(resolve => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.once(name, () => {
        process.once(name, () => process.exit(1)); // asked twice: at once
        resolve(null);
      });
    }
  });
  const trouble = await Promise.race([signal, server.broken]);
  if (trouble !== null) io.complain(`hush serve: ${trouble}`);
  await server.stop();
  return trouble === null ? 0 : 1;
}
