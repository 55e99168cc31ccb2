/**
 * Asks a STUN or TURN server whether it answers, whether it accepts the credentials, and to which addresses it
 * relays.
 */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { IceServer } from '@hush/protocol';
import {
  ASK_FOR_UDP,
  peerAddress,
  STUN_ATTRIBUTES,
  type StunAttribute,
  type StunCredentials,
  type StunMethod,
  type StunReply,
  stunLength,
  stunReply,
  stunRequest,
  ZERO_LIFETIME,
} from './stun-message.ts';

export type TurnFinding =
  | { readonly type: 'works' }
  | { readonly type: 'silent' }
  /** The problem: the name of the server has no address. */
  | { readonly type: 'unknown' }
  | { readonly type: 'refused'; readonly error: number }
  /** The server would relay to this address of a private network, which it should not do. */
  | { readonly type: 'open'; readonly to: string };

interface Place {
  readonly isTurn: boolean;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
}

const URL_PARTS = /^(stuns?|turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i;

function placeOf(url: string): Place {
  const [, scheme = '', host = '', port, transport] = URL_PARTS.exec(url) ?? [];
  const isSecure = /s$/i.test(scheme);
  return {
    isTurn: /^turn/i.test(scheme),
    transport: isSecure ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp',
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isSecure ? 5349 : 3478)),
  };
}

/** A connection over UDP, TCP or TLS: sends a request and waits for its reply; null after a timeout. */
interface Line {
  ask(request: Buffer): Promise<StunReply | null>;
  close(): void;
}

/** Requests over UDP may get lost and are sent again (RFC 8489, 6.2.1). */
const RESEND = 500;
const TRIES = 6;

async function udpLine({ host, port }: Place): Promise<Line> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const ask = (request: Buffer): Promise<StunReply | null> =>
    new Promise(resolve => {
      let tries = 0;
      const end = (reply: StunReply | null): void => {
        clearInterval(timer);
        socket.off('message', hear);
        resolve(reply);
      };
      const hear = (bytes: Buffer): void => {
        const reply = stunReply(bytes, request);
        if (reply !== null) end(reply);
      };
      const send = (): void => {
        if (tries++ === TRIES) end(null);
        else socket.send(request, port, host, error => error !== null && end(null));
      };
      const timer = setInterval(send, RESEND);
      socket.on('message', hear);
      send();
    });
  socket.on('error', () => undefined); // the request then ends by its timeout
  return { ask, close: () => socket.close() };
}

async function streamLine({ transport, host, port }: Place): Promise<Line | null> {
  const signal = AbortSignal.timeout(RESEND * TRIES);
  const socket: Socket =
    transport === 'tls'
      ? connectTls({ host, port, servername: isIPv6(host) ? '' : host })
      : connectTcp(port, host);
  try {
    await once(socket, transport === 'tls' ? 'secureConnect' : 'connect', { signal });
  } catch {
    socket.destroy();
    return null;
  }
  socket.on('error', () => undefined); // the request then ends by its timeout
  let heard = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    heard = Buffer.concat([heard, bytes]);
  });
  const ask = async (request: Buffer): Promise<StunReply | null> => {
    heard = Buffer.alloc(0);
    socket.write(request);
    const end = AbortSignal.timeout(RESEND * TRIES);
    while (heard.length < stunLength(heard) && !end.aborted && !socket.destroyed)
      await new Promise(resolve => setTimeout(resolve, 10));
    return heard.length < stunLength(heard) ? null : stunReply(heard, request);
  };
  return { ask, close: () => socket.destroy() };
}

/**
 * Addresses to which a relay must not pass traffic: this machine, and the private networks of most homes and offices.
 */
const PRIVATE_PEERS = ['127.0.0.1', '10.0.0.1', '192.168.0.1', '172.16.0.1', '169.254.169.254'];

class TurnDialogue {
  readonly #line: Line;
  readonly #login: { readonly username: string; readonly credential: string };
  #credentials: StunCredentials | undefined;

  constructor(line: Line, { username = '', credential = '' }: IceServer) {
    this.#line = line;
    this.#login = { username, credential };
  }

  async allocate(): Promise<StunReply | null> {
    const first = await this.#ask('allocate', [ASK_FOR_UDP]);
    const realm = first?.attribute(STUN_ATTRIBUTES.realm);
    const nonce = first?.attribute(STUN_ATTRIBUTES.nonce);
    if (first?.error !== 401 || realm === undefined || nonce === undefined) return first;
    this.#credentials = { ...this.#login, realm: realm.toString(), nonce: Buffer.from(nonce) };
    return this.#ask('allocate', [ASK_FOR_UDP]);
  }

  async permits(peer: string): Promise<boolean> {
    return (await this.#ask('createPermission', [peerAddress(peer)]))?.error === 0;
  }

  async letGo(): Promise<void> {
    await this.#ask('refresh', [ZERO_LIFETIME]);
  }

  #ask(method: StunMethod, attributes: readonly StunAttribute[]): Promise<StunReply | null> {
    return this.#line.ask(stunRequest(method, attributes, this.#credentials));
  }
}

async function probeTurn(line: Line, server: IceServer): Promise<TurnFinding> {
  const dialogue = new TurnDialogue(line, server);
  const allocated = await dialogue.allocate();
  if (allocated === null) return { type: 'silent' };
  if (allocated.error !== 0) return { type: 'refused', error: allocated.error };
  try {
    for (const to of PRIVATE_PEERS) if (await dialogue.permits(to)) return { type: 'open', to };
    return { type: 'works' };
  } finally {
    await dialogue.letGo();
  }
}

const isKnown = (host: string): Promise<boolean> =>
  lookup(host).then(
    () => true,
    () => false,
  );

/** Probes one STUN or TURN address of a server. */
export async function probeIce(url: string, server: IceServer): Promise<TurnFinding> {
  const place = placeOf(url);
  if (!(await isKnown(place.host))) return { type: 'unknown' };
  const line = place.transport === 'udp' ? await udpLine(place) : await streamLine(place);
  if (line === null) return { type: 'silent' };
  try {
    if (place.isTurn) return await probeTurn(line, server);
    const reply = await line.ask(stunRequest('binding', []));
    return reply === null ? { type: 'silent' } : { type: 'works' };
  } finally {
    line.close();
  }
}
