/**
 * The reasons for which HTTP requests are refused, each with code and status. docs/PROTOCOL.md describes them; an
 * answer also carries a sentence.
 */
export const HTTP_REFUSALS = {
  malformed: 400,
  'bad-setup': 400,
  token: 401,
  origin: 403,
  'not-yours': 403,
  unknown: 404,
  'no-table': 404,
  'no-board': 404,
  method: 405,
  'no-game': 409,
  'not-won': 409,
  known: 409,
  full: 409,
  quarantined: 410,
  closed: 410,
  newer: 410,
  'too-big': 413,
  'not-json': 415,
  'not-proven': 422,
  'too-many': 429,
  'no-room': 503,
  'disk-full': 503,
  unavailable: 503,
  draining: 503,
  'read-only': 503,
} as const;
export type HttpRefusal = keyof typeof HTTP_REFUSALS;
