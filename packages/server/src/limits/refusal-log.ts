/**
 * Logs why requests and connections are refused, and which setting or which line of a proxy's configuration changes that.
 * Each reason is logged at once and then at most once a minute with the number of refusals since, so that nobody can fill
 * the disk.
 */
import type { IncomingMessage } from 'node:http';
import type { Millis } from '@hush/rules';
import type { Log } from '../runtime/log.ts';

const PAUSE: Millis = 60_000;
const LONGEST = 200;

/** The setting that raises each limit; a limit that is missing here is fixed. */
const SETTINGS: Readonly<Record<string, string>> = {
  creations: 'HUSH_TABLES_PER_HOUR',
  crews: 'HUSH_TABLES_PER_HOUR',
  misses: 'HUSH_MISSES_PER_MINUTE',
  connections: 'HUSH_CONNECTIONS_PER_IP',
  lines: 'HUSH_CONNECTIONS_PER_IP',
};

const shortened = (text: string | undefined): string => (text ?? '').slice(0, LONGEST);

/** Advice for the operator about a refused request, by its status. */
const REMEDIES: Readonly<Record<number, (origin: string, host: string) => string>> = {
  403: (origin, host) =>
    `The page's Origin ${origin} does not match the Host ${host} that arrived here. If that page is this server's, let the proxy pass on the Host with its port (nginx: proxy_set_header Host $http_host), or set HUSH_ORIGINS=${origin}.`,
  421: (_, host) =>
    `The name ${host} is not known to be this server's. If it is, set HUSH_ORIGINS=https://${host}, and HUSH_TRUST_PROXY to the number of your proxies.`,
};

export class RefusalLog {
  readonly #log: Log;
  readonly #now: () => Millis;
  readonly #lines = new Map<string, { at: Millis; since: number }>();

  constructor(log: Log, now: () => Millis) {
    this.#log = log;
    this.#now = now;
  }

  /** Records a request or an upgrade that got this status; only 403 and 421 depend on settings. */
  request({ headers: { origin, host } }: IncomingMessage, status: number): void {
    const why = REMEDIES[status]?.(shortened(origin), shortened(host));
    if (why === undefined) return;
    const facts = { status, origin: shortened(origin), host: shortened(host), why };
    this.#write(`status ${status}`, facts, 'request refused');
  }

  /** Records a plain request to the path of WebSockets: it usually means that a proxy does not forward upgrades. */
  noUpgrade(): void {
    const why =
      'A request for /ws was not an upgrade. If there is a proxy in front, make it pass on the headers Upgrade and Connection, with HTTP/1.1.';
    this.#write('no upgrade', { why }, 'upgrade missing');
  }

  /** Records that the server has reached its largest number of connections or tables. */
  full(setting: 'HUSH_MAX_CONNECTIONS' | 'HUSH_MAX_TABLES'): void {
    this.#write(
      setting,
      { setting, why: `All places are taken; ${setting} sets how many there are.` },
      'server full',
    );
  }

  /** Records that the journal has reached its largest size. */
  disk(): void {
    const why =
      'The journal has reached its limit: raise HUSH_MAX_DISK, or make the file smaller by backup and restore.';
    this.#write('disk', { setting: 'HUSH_MAX_DISK', why }, 'disk limit reached');
  }

  limit(scope: string): void {
    const setting = SETTINGS[scope];
    const more = setting === undefined ? 'This limit is fixed.' : `If they are honest, raise ${setting}.`;
    const why = `One address asked for too much: ${scope}. ${more} If all players seem to have one address, set HUSH_TRUST_PROXY.`;
    this.#write(`limit ${scope}`, { scope, setting, why }, 'limit reached');
  }

  #write(reason: string, facts: object, what: string): void {
    const now = this.#now();
    const last = this.#lines.get(reason);
    if (last !== undefined && now - last.at < PAUSE) {
      last.since++;
      return;
    }
    this.#lines.set(reason, { at: now, since: 0 });
    this.#log.warn(
      { ...facts, ...(last === undefined || last.since === 0 ? {} : { since: last.since }) },
      what,
    );
  }
}
