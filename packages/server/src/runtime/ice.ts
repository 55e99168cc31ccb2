/**
 * STUN and TURN servers for voice through firewalls: STUN tells a page its public address, and TURN relays the sound
 * of pages that cannot reach each other. The operator configures these servers; without them voice works only within
 * one network. TURN credentials expire: they are made from a secret that this server shares with the TURN server (the
 * REST API of coturn).
 */
import { createHmac } from 'node:crypto';
import type { IceGrant, IceServer } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';

export interface Ice {
  readonly servers: readonly IceServer[];
  /** The TURN servers that share a secret with us; undefined if there are none. */
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | undefined;
  /** Whether voice uses TURN servers only, so that players do not learn each other's address. */
  readonly relayOnly?: boolean;
}

/**
 * Credentials expire on the half hour, 30 to 60 minutes after they are made, and until then a seat always gets the same
 * credentials. TURN servers limit each user name, so a seat has at most two such limits at a time.
 */
const LONGEST: Millis = 60 * 60_000;
const WINDOW: Millis = LONGEST / 2;
const MOST_SERVERS = 8;
const SHORTEST_SECRET = 16;

const HOST = String.raw`(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])`;
const STUN = new RegExp(String.raw`^stuns?:${HOST}(?::\d{1,5})?$`, 'i');
const TURN = new RegExp(String.raw`^turns?:${HOST}(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$`, 'i');

const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '');

/** Reads HUSH_ICE: addresses separated by commas, or a JSON list of RTCIceServer. */
export function readIceServers(text: string | undefined): Result<readonly IceServer[], string> {
  if (text === undefined) return ok([]);
  if (!text.startsWith('[')) return readAddresses(listed(text));
  const list = parse(text);
  if (!Array.isArray(list)) return err('must be stun: addresses with commas between, or a list in JSON');
  if (list.length > MOST_SERVERS) return err(`must name at most ${MOST_SERVERS} servers`);
  const servers: IceServer[] = [];
  for (const value of list) {
    const server = readServer(value);
    if (!server.ok) return server;
    servers.push(server.value);
  }
  return ok(servers);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readAddresses(urls: readonly string[]): Result<readonly IceServer[], string> {
  if (urls.length > MOST_SERVERS) return err(`must name at most ${MOST_SERVERS} servers`);
  const bad = urls.find(url => !STUN.test(url));
  if (bad === undefined) return ok(urls.map(url => ({ urls: url })));
  return TURN.test(bad)
    ? err(
        'names a turn: server without credentials: use HUSH_TURN_URLS and HUSH_TURN_SECRET, or a list in JSON',
      )
    : err(`must name addresses such as stun:stun.example:3478, but ${JSON.stringify(bad)} is not one`);
}

const FIELDS = ['urls', 'username', 'credential'];

/** Reads one entry of a JSON list. */
function readServer(value: unknown): Result<IceServer, string> {
  if (typeof value !== 'object' || value === null) return err('must list objects with "urls"');
  const strange = Object.keys(value).find(name => !FIELDS.includes(name));
  if (strange !== undefined)
    return err(`has a server with ${JSON.stringify(strange)}, which is not a field of one`);
  const { urls: named, username, credential } = value as Readonly<Record<string, unknown>>;
  const urls: readonly unknown[] = Array.isArray(named) ? named : [named];
  const bad = urls.find(url => typeof url !== 'string' || !(STUN.test(url) || TURN.test(url)));
  if (urls.length === 0 || bad !== undefined)
    return err(
      `must have "urls" such as stun:stun.example:3478, but ${JSON.stringify(bad ?? [])} is not one`,
    );
  const addresses = urls as readonly string[];
  if (typeof username === 'string' && typeof credential === 'string')
    return ok({ urls: addresses, username, credential });
  return addresses.some(url => TURN.test(url)) || username !== undefined || credential !== undefined
    ? err('must have "username" and "credential" as texts where it names a turn: server')
    : ok({ urls: addresses });
}

/** Reads HUSH_TURN_URLS. */
export function readTurnUrls(text: string | undefined): Result<readonly string[], string> {
  const urls = listed(text ?? '');
  if (urls.length > MOST_SERVERS) return err(`must name at most ${MOST_SERVERS} servers`);
  const bad = urls.find(url => !TURN.test(url));
  return bad === undefined
    ? ok(urls)
    : err(`must name addresses such as turn:turn.example:3478, but ${JSON.stringify(bad)} is not one`);
}

/** Reads HUSH_TURN_SECRET. */
export function readTurnSecret(text: string | undefined): Result<string | undefined, string> {
  return text === undefined || text.length >= SHORTEST_SECRET
    ? ok(text)
    : err(`must be a secret of at least ${SHORTEST_SECRET} characters`);
}

/** Returns a sentence if only one of TURN addresses and TURN secret is given; each needs the other. */
export function turnProblem(urls: readonly string[], secret: string | undefined): string | null {
  if (urls.length > 0 && secret === undefined)
    return 'HUSH_TURN_URLS needs HUSH_TURN_SECRET, the static-auth-secret of those servers.';
  return urls.length === 0 && secret !== undefined ? 'HUSH_TURN_SECRET needs HUSH_TURN_URLS.' : null;
}

/** Returns a sentence if voice must use relays only but no TURN server is configured. */
export function relayProblem({ servers, turn, relayOnly }: Ice): string | null {
  const hasRelay =
    turn !== undefined || servers.some(({ urls }) => [urls].flat().some(url => TURN.test(url)));
  return relayOnly === true && !hasRelay
    ? 'HUSH_VOICE=relay needs a TURN server: set HUSH_TURN_URLS and HUSH_TURN_SECRET, or name one in HUSH_ICE.'
    : null;
}

/** The ICE servers for one seat with its own credentials, valid for a while from `now` (milliseconds since 1970). */
export function iceGrant({ servers, turn, relayOnly }: Ice, now: number, seat: string): IceGrant {
  const relay = relayOnly === true ? { relay: true } : {};
  if (turn === undefined) return { servers, ...relay };
  const end = Math.floor(now / WINDOW) * WINDOW + LONGEST;
  const username = `${end / 1000}:${nameOf(seat, turn.secret)}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return { servers: [...servers, { urls: turn.urls, username, credential }], lasts: end - now, ...relay };
}

/** A user name that differs for each seat and does not reveal the table's code. */
const nameOf = (seat: string, secret: string): string =>
  createHmac('sha256', secret).update(seat).digest('hex').slice(0, 12);
