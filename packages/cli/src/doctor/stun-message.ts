/** Messages of STUN and TURN as bytes (RFC 8489, RFC 8656): only those needed to check a server. */
import { createHash, createHmac, randomBytes } from 'node:crypto';

export const STUN_METHODS = {
  binding: 0x001,
  allocate: 0x003,
  refresh: 0x004,
  createPermission: 0x008,
} as const;
export type StunMethod = keyof typeof STUN_METHODS;

export const STUN_ATTRIBUTES = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  xorPeerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  requestedTransport: 0x0019,
} as const;

export type StunAttribute = readonly [type: number, value: Buffer];

const COOKIE = 0x2112a442;
const HEADER = 20;
const INTEGRITY = 24; // bytes of an attribute header and a SHA-1 hash
const UDP = 17;

export const ASK_FOR_UDP: StunAttribute = [STUN_ATTRIBUTES.requestedTransport, Buffer.from([UDP, 0, 0, 0])];
export const ZERO_LIFETIME: StunAttribute = [STUN_ATTRIBUTES.lifetime, Buffer.alloc(4)];

/** An IPv4 address for which the relay is asked to permit traffic; the port does not matter. */
export function peerAddress(address: string): StunAttribute {
  const value = Buffer.alloc(8);
  value.writeUInt8(1, 1);
  value.writeUInt16BE(9 ^ (COOKIE >>> 16), 2);
  const number = Buffer.from(address.split('.').map(Number)).readUInt32BE();
  value.writeUInt32BE((number ^ COOKIE) >>> 0, 4);
  return [STUN_ATTRIBUTES.xorPeerAddress, value];
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

function attributeBytes([type, value]: StunAttribute): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

/** User name, password, and the realm that the server requested. */
export interface StunCredentials {
  readonly username: string;
  readonly credential: string;
  readonly realm: string;
  readonly nonce: Buffer;
}

/** Makes a request, which is signed if there are credentials. */
export function stunRequest(
  method: StunMethod,
  attributes: readonly StunAttribute[],
  credentials?: StunCredentials,
): Buffer {
  const signed: readonly StunAttribute[] =
    credentials === undefined
      ? []
      : [
          [STUN_ATTRIBUTES.username, Buffer.from(credentials.username)],
          [STUN_ATTRIBUTES.realm, Buffer.from(credentials.realm)],
          [STUN_ATTRIBUTES.nonce, credentials.nonce],
        ];
  const body = Buffer.concat([...attributes, ...signed].map(attributeBytes));
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(STUN_METHODS[method], 0);
  header.writeUInt16BE(body.length + (credentials === undefined ? 0 : INTEGRITY), 2);
  header.writeUInt32BE(COOKIE, 4);
  randomBytes(12).copy(header, 8);
  const message = Buffer.concat([header, body]);
  if (credentials === undefined) return message;
  const { username, realm, credential } = credentials;
  const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest();
  const sum = createHmac('sha1', key).update(message).digest();
  return Buffer.concat([message, attributeBytes([STUN_ATTRIBUTES.messageIntegrity, sum])]);
}

export interface StunReply {
  /** Returns the error code of a reply; 0 for a success. */
  readonly error: number;
  attribute(type: number): Buffer | undefined;
}

/** Returns the length of a message, which its header contains. */
export const stunLength = (bytes: Buffer): number =>
  bytes.length < HEADER ? HEADER : HEADER + bytes.readUInt16BE(2);

/** Reads the reply to a request; null if the bytes are no reply. */
export function stunReply(bytes: Buffer, request: Buffer): StunReply | null {
  if (bytes.length < HEADER || !bytes.subarray(4, HEADER).equals(request.subarray(4, HEADER))) return null;
  const found = new Map<number, Buffer>();
  for (let at = HEADER; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2);
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + padded(length);
  }
  const code = found.get(STUN_ATTRIBUTES.errorCode);
  const error = code === undefined || code.length < 4 ? 0 : (code[2] ?? 0) * 100 + (code[3] ?? 0);
  return { error, attribute: type => found.get(type) };
}
