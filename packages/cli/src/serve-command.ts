/** `hush serve`: starts the server, prints its addresses, and stops it on a signal. */
import { fileURLToPath } from 'node:url';
import {
  type Environment,
  type ListenSettings,
  localUrl,
  type RunningServer,
  reachableUrls,
  readConfig,
  startServer,
} from '@hush/server';
import { renderUnicodeCompact } from 'uqr';
import type { Io } from './io.ts';

/**
 * The folder of the built page; the path is the same from the sources and from the bundle, because both are two
 * folders below `packages`.
 */
const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));

export const SERVE_USAGE =
  'usage: hush serve (set options with environment variables, see docs/OPERATING.md)';

export async function serveCommand(args: readonly string[], io: Io): Promise<number> {
  if (args.length > 0) {
    io.complain(SERVE_USAGE);
    return 2;
  }
  const config = readConfig(forTerminal(process.env, process.stdout.isTTY));
  if (!config.ok) {
    for (const problem of config.error) io.complain(`hush serve: ${problem}`);
    return 1;
  }
  const started = await startServer({ config: config.value, webDir: WEB });
  if (!started.ok) {
    io.complain(`hush serve: ${started.error}`);
    return 1;
  }
  io.complain(announcement({ ...config.value, port: started.value.port }));
  return untilStopped(started.value, io);
}

/** Returns the settings for a terminal: only warnings and errors are logged, unless HUSH_LOG says otherwise. */
export const forTerminal = (env: Environment, isTerminal: boolean): Environment =>
  isTerminal && !env['HUSH_LOG'] ? { ...env, HUSH_LOG: 'warn' } : env;

/**
 * The text for a person at a terminal: first the address for phones, as a QR code and as text, then the one for this
 * machine.
 */
export function announcement(
  listener: ListenSettings,
  urls: readonly string[] = reachableUrls(listener),
): string {
  const [first, ...others] = urls;
  const stop = 'Press Ctrl+C to stop.';
  const here = `On this computer:  ${localUrl(listener)}`;
  const alone =
    listener.host === undefined ? 'this computer is not on a network' : `HOST is ${listener.host}`;
  if (first === undefined) return ['', here, `Other devices cannot reach it: ${alone}.`, stop, ''].join('\n');
  return [
    '',
    `Hush is running. Open this on a phone, or scan it:  ${first}`,
    '',
    renderUnicodeCompact(first, { border: 2 }),
    '',
    ...others.map(url => `Other networks:    ${url}`),
    here,
    stop,
    '',
  ].join('\n');
}

const PARENT = process.ppid;
const PARENT_LOOK = 500;

/**
 * Stops the server when its parent process has ended. npm and npx start commands through a shell that does not
 * forward signals, so without this check the server would run on and keep the port.
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
