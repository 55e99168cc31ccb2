/** Checks of the machine: settings that fit together, free disk space, a correct clock, a free port. */
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '@hush/server';
import { type Finding, failureFinding, okFinding, warningFinding } from './finding.ts';

export function checkSettings({ origins, trustedProxies, host }: Config): readonly Finding[] {
  const isSecure = origins.some(origin => origin.startsWith('https:'));
  const findings: Finding[] = [];
  if (trustedProxies > 0 && origins.length === 0)
    findings.push(
      warningFinding(
        'settings',
        'There are proxies, but HUSH_ORIGINS is not set.',
        'Set HUSH_ORIGINS to the address people type, such as https://hush.example.',
      ),
    );
  if (isSecure && trustedProxies === 0)
    findings.push(
      warningFinding(
        'settings',
        'HUSH_ORIGINS has https, but HUSH_TRUST_PROXY is 0: all players share one limit.',
        'Set HUSH_TRUST_PROXY to the number of your proxies, usually 1.',
      ),
    );
  if (isSecure && host === undefined)
    findings.push(
      warningFinding(
        'settings',
        'The server is reached directly as well as through the proxy.',
        'Set HOST=127.0.0.1, or close the port in the firewall: otherwise strangers choose the address that limits count.',
      ),
    );
  if (origins.length > 0 && !isSecure)
    findings.push(
      warningFinding(
        'settings',
        'No origin has https: browsers then refuse the microphone and do not install the page.',
        'Put a proxy with TLS in front: deploy/docker/Caddyfile or deploy/proxy/nginx.conf.',
      ),
    );
  return findings.length > 0 ? findings : [okFinding('settings', 'They are consistent.')];
}

const MEGABYTE = 1e6;
const LEAST_FREE = 200 * MEGABYTE;
const LITTLE_FREE = 2000 * MEGABYTE;

/** The directory itself, or the nearest one above it that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

export async function checkDisk(given: string): Promise<readonly Finding[]> {
  const dataDir = resolve(given);
  const place = existing(dataDir);
  if (!statSync(place).isDirectory())
    return [
      failureFinding(
        'disk',
        `${place} is a file, not a directory.`,
        'Set HUSH_DATA to a directory, or move the file away.',
      ),
    ];
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      failureFinding(
        'disk',
        `${place} cannot be read and written by this user.`,
        `Run this as the server's user, or give it the directory: chown -R hush ${place}.`,
      ),
    ];
  }
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const what = `${Math.floor(free / MEGABYTE)} MB are free for ${dataDir}.`;
  const remedy = 'Make room, or set HUSH_DATA to a larger disk: on a full one every hourglass stands still.';
  const room =
    free < LEAST_FREE
      ? failureFinding('disk', what, remedy)
      : free < LITTLE_FREE
        ? warningFinding('disk', what, remedy)
        : okFinding('disk', what);
  return [room, ...checkMode(dataDir)];
}

function checkMode(dataDir: string): readonly Finding[] {
  if (process.platform === 'win32' || !existsSync(dataDir) || (statSync(dataDir).mode & 0o077) === 0)
    return [];
  return [
    warningFinding(
      'disk',
      `${dataDir} can be read by other users of this machine.`,
      `Run chmod 700 ${dataDir}.`,
    ),
  ];
}

const DAY = 86_400_000;
const TOLERANCE = 60_000;
/** The day on which this check was written; a correct clock never shows an earlier day. */
const EARLIEST = Date.UTC(2026, 10, 1);

/** When a file of the directory was last written; 0 if no file can be read, which `checkDisk` reports. */
function lastWrite(dataDir: string): number {
  try {
    const files = readdirSync(dataDir).map(name => statSync(join(dataDir, name), { throwIfNoEntry: false }));
    return Math.max(0, ...files.map(file => file?.mtimeMs ?? 0));
  } catch {
    return 0; // no directory, or one that this user may not read
  }
}

/**
 * Checks the clock: a wrong clock deletes data too early or too late, and TURN servers refuse credentials with a
 * wrong time.
 */
export function checkClock(dataDir: string, now = Date.now()): readonly Finding[] {
  const remedy = 'Set the clock, and keep it correct with a time service (systemd-timesyncd, chrony).';
  if (now < EARLIEST)
    return [failureFinding('clock', `It says ${new Date(now).toISOString()}, which is in the past.`, remedy)];
  const newest = lastWrite(dataDir);
  if (newest > now + TOLERANCE) {
    const ahead =
      newest - now > DAY
        ? `${Math.round((newest - now) / DAY)} days`
        : `${Math.round((newest - now) / 1000)} s`;
    return [
      failureFinding(
        'clock',
        `The data directory was written ${ahead} later than the clock says now.`,
        remedy,
      ),
    ];
  }
  return [okFinding('clock', `It says ${new Date(now).toISOString()}.`)];
}

/** Returns the code of the error if the port cannot be used; null if it can. */
function listenError(port: number, host: string | undefined): Promise<string | null> {
  return new Promise(settle => {
    const server = createServer();
    server.once('error', error => settle('code' in error ? String(error.code) : 'unknown'));
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => settle(null)));
  });
}

/** Returns the version of the Hush server that answers at the port; null if none does. */
async function hushAt(port: number, host: string | undefined): Promise<string | null> {
  const name = host === undefined || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/version`;
    const reply: unknown = await (await fetch(url, { signal: AbortSignal.timeout(3_000) })).json();
    const { name: program, version } = Object(reply) as {
      readonly name?: unknown;
      readonly version?: unknown;
    };
    return program === 'hush' ? String(version) : null;
  } catch {
    return null; // no program answers at the port, or a program other than Hush
  }
}

const PORT_PROBLEMS: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EADDRINUSE: ['is taken by another program.', 'Stop that program, or set PORT to another number.'],
  EACCES: [
    'may not be used by this user.',
    'Set PORT to a number above 1023, and let a proxy listen on the low one.',
  ],
  EADDRNOTAVAIL: [
    'cannot be used, because HOST is not an address of this machine.',
    'Correct HOST, or leave it out.',
  ],
};

export async function checkPort({ port, host }: Config): Promise<Finding> {
  if (port === 0) return okFinding('port', 'The server picks a free port when it starts.');
  const error = await listenError(port, host);
  if (error === null) return okFinding('port', `Port ${port} is free: no server runs there now.`);
  const version = error === 'EADDRINUSE' ? await hushAt(port, host) : null;
  if (version !== null) return okFinding('port', `Hush ${version} is running on port ${port}.`);
  const [what, remedy] = PORT_PROBLEMS[error] ?? [`cannot be used (${error}).`, 'Correct PORT and HOST.'];
  return failureFinding('port', `Port ${port} ${what}`, remedy);
}
