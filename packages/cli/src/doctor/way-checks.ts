/**
 * Checks of the path from a player to the server: TLS, the proxy's headers and upgrades, the number of proxies, STUN and
 * TURN.
 */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { IceServer } from '@hush/protocol';
import { type Config, iceGrant } from '@hush/server';
import { WebSocket } from 'ws';
import { type Finding, failureFinding, okFinding, warningFinding } from './finding.ts';
import { probeIce, type TurnFinding } from './turn-probe.ts';

const PATIENCE = 10_000;
const DAY = 86_400_000;
const FEW_DAYS = 14;

/** The day on which the certificate of a server expires, or why TLS does not work. */
function certificateEnd({ hostname, port }: URL): Promise<number | string> {
  return new Promise(settle => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: isIP(host) === 0 ? host : '',
      timeout: PATIENCE,
    });
    socket.once('secureConnect', () => {
      settle(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', error => settle(tlsProblem(error)));
  });
}

function tlsProblem({ code = '', message }: NodeJS.ErrnoException): string {
  // A server that speaks TLS says by an alert why it ends the handshake.
  if (/alert/i.test(code + message))
    return 'what answers at that port ends the TLS handshake, perhaps because it has no certificate for that name';
  return TLS_PROBLEMS[code] ?? message.split('\n')[0] ?? '';
}

const UNKNOWN_NAME = 'no DNS server knows that name';

/** A sentence for each of Node's error codes; Node's own messages do not help an operator. */
const TLS_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at that port',
  ENOTFOUND: UNKNOWN_NAME,
  EPROTO: 'what answers at that port does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers at that port does not speak TLS',
};

async function checkTls(origin: string, now: number): Promise<Finding> {
  const end = await certificateEnd(new URL(origin));
  if (typeof end === 'string')
    return failureFinding(
      'TLS',
      `${origin}: ${end}.`,
      end === UNKNOWN_NAME
        ? 'Let the domain point to this machine (an A or AAAA record with its public address), or correct HUSH_ORIGINS.'
        : 'Give the proxy a certificate for that name and open the port; Caddy gets a certificate by itself.',
    );
  const days = Math.floor((end - now) / DAY);
  const what = `${origin}: the certificate is valid for ${days} more days.`;
  return days < FEW_DAYS
    ? warningFinding('TLS', what, 'Find out why it is not being renewed.')
    : okFinding('TLS', what);
}

/**
 * Returns the HTTP status of the answer to an upgrade: 101 if it works, another status if it is refused, 0 if nobody
 * answers.
 */
function upgradeStatus(origin: string): Promise<number> {
  return new Promise(settle => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws`, {
      origin,
      handshakeTimeout: PATIENCE,
    });
    socket.once('open', () => {
      settle(101);
      socket.close();
    });
    socket.once('unexpected-response', (request, { statusCode = 0 }) => {
      request.destroy();
      settle(statusCode);
    });
    socket.once('error', () => settle(0));
  });
}

const UPGRADE_REMEDIES: Readonly<Record<number, string>> = {
  0: 'Start the server, and check that name, port and firewall lead to it.',
  400: 'Make the proxy pass on the headers Upgrade and Connection, with HTTP/1.1 (deploy/proxy/nginx.conf).',
  403: 'Make the proxy pass on Host with its port (nginx: $http_host), or correct HUSH_ORIGINS.',
  404: 'Make the proxy pass on /ws, with the headers Upgrade and Connection (deploy/proxy/nginx.conf).',
  421: 'Set HUSH_ORIGINS and HUSH_TRUST_PROXY in the settings of the server.',
  429: 'The limit of connections is reached: set HUSH_TRUST_PROXY, or raise HUSH_CONNECTIONS_PER_IP.',
  502: 'The proxy cannot reach the server: start the server, and compare HOST and PORT with the settings of the proxy.',
};

async function checkUpgrade(origin: string): Promise<Finding> {
  const status = await upgradeStatus(origin);
  if (status === 101) return okFinding('proxy', `${origin}: a WebSocket gets through.`);
  const what = status === 0 ? 'nothing answers' : `a WebSocket is refused with ${status}`;
  return failureFinding(
    'proxy',
    `${origin}: ${what}.`,
    UPGRADE_REMEDIES[status] ?? 'Read the logs of the server and the proxy.',
  );
}

/** Returns how many proxies on the way to the server add to X-Forwarded-For; null if that is not known. */
async function proxiesSeen(origin: string): Promise<number | null> {
  try {
    const reply = await fetch(`${origin}/api/addresses`, { signal: AbortSignal.timeout(PATIENCE) });
    const { proxies } = Object(await reply.json()) as { readonly proxies?: unknown };
    return typeof proxies === 'number' ? proxies : null;
  } catch {
    return null; // another check reports why the server does not answer
  }
}

async function checkProxies(origin: string, trusted: number): Promise<Finding | null> {
  const seen = await proxiesSeen(origin);
  if (seen === null) return null;
  const name = seen === 1 ? '1 proxy names itself' : `${seen} proxies name themselves`;
  const what = `${origin}: ${name}, and HUSH_TRUST_PROXY is ${trusted}.`;
  if (seen === trusted) return okFinding('proxy', what);
  const danger =
    seen < trusted ? 'strangers can choose the address that limits count' : 'all players share one limit';
  return failureFinding('proxy', what, `Set HUSH_TRUST_PROXY=${seen}: now ${danger}.`);
}

async function checkOrigin(
  origin: string,
  { trustedProxies }: Config,
  now: number,
): Promise<readonly Finding[]> {
  const tls = origin.startsWith('https:') ? [await checkTls(origin, now)] : [];
  if (tls.some(({ level }) => level === 'fail')) return tls;
  const proxies = await checkProxies(origin, trustedProxies);
  return [...tls, await checkUpgrade(origin), ...(proxies === null ? [] : [proxies])];
}

/** Checks what a page needs at each address in HUSH_ORIGINS. */
export async function checkOrigins(config: Config, now = Date.now()): Promise<readonly Finding[]> {
  const all = await Promise.all(config.origins.map(origin => checkOrigin(origin, config, now)));
  return all.flat();
}

const DENY = 'Copy the lines with denied-peer-ip from deploy/turn/turnserver.conf, and restart coturn.';

function iceFinding(url: string, found: TurnFinding): Finding {
  switch (found.type) {
    case 'works':
      return okFinding('voice', `${url} works.`);
    case 'silent':
      return failureFinding(
        'voice',
        `${url} does not answer.`,
        'Start it, and open its port for UDP and TCP in the firewall.',
      );
    case 'unknown':
      return failureFinding(
        'voice',
        `${url}: no DNS server knows that name.`,
        'Correct HUSH_ICE or HUSH_TURN_URLS, or point the name at that server.',
      );
    case 'refused':
      return failureFinding(
        'voice',
        `${url} refuses our credentials (${found.error}).`,
        'Give coturn use-auth-secret and the value of HUSH_TURN_SECRET as static-auth-secret; both clocks must be right.',
      );
    case 'open':
      return failureFinding('voice', `${url} relays players to ${found.to}, into a private network.`, DENY);
  }
}

const urlsOf = ({ urls }: IceServer): readonly string[] => (typeof urls === 'string' ? [urls] : urls);

export async function checkVoice(config: Config): Promise<readonly Finding[]> {
  const { servers } = iceGrant(config.ice, Date.now(), 'doctor');
  const asked = servers.flatMap(server => urlsOf(server).map(url => ({ url, server })));
  if (asked.length === 0)
    return [okFinding('voice', 'No STUN or TURN server is set: voice works within one network only.')];
  return Promise.all(asked.map(async ({ url, server }) => iceFinding(url, await probeIce(url, server))));
}
