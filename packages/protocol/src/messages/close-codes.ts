/** The close codes of the WebSocket: why a connection ends. Server and client use them. */
export const CLOSE_CODES = {
  goingAway: 1001,
  malformed: 1007,
  policy: 1008,
  tooBig: 1009,
  restart: 1012,
  tryLater: 1013,
  takenOver: 4001,
  kicked: 4002,
  noTable: 4004,
  wrongToken: 4005,
  oldClient: 4006,
  quarantined: 4007,
  /** The operator has closed the table. */
  closed: 4008,
  /** The operator has made the server read-only. */
  readOnly: 4009,
  /** The table allows no spectators. */
  unwatched: 4010,
  /** The table's log was written by a later version of the server. */
  newer: 4011,
} as const;
export type CloseCode = (typeof CLOSE_CODES)[keyof typeof CLOSE_CODES];

/** Sentences for people who write clients; our page has its own sentences. */
export const CLOSE_SENTENCES = {
  quarantined: 'This table is damaged and has been set aside.',
  newer: 'This table was written by a newer version of Hush than the one running here.',
} as const;

/** Codes after which a client does not reconnect by itself. */
export const FINAL_CODES: readonly number[] = [
  CLOSE_CODES.takenOver,
  CLOSE_CODES.kicked,
  CLOSE_CODES.noTable,
  CLOSE_CODES.wrongToken,
  CLOSE_CODES.oldClient,
  CLOSE_CODES.quarantined,
  CLOSE_CODES.closed,
  CLOSE_CODES.readOnly,
  CLOSE_CODES.unwatched,
  CLOSE_CODES.newer,
];
