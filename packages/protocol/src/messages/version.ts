/** The versions of the protocol. Clients and servers of different releases can talk to each other within OLDEST..CURRENT. */

export const PROTOCOL_VERSION = 3;
const OLDEST_VERSION = 1;

/** Whether this server accepts clients with that version of the protocol. */
export const isSpoken = (version: number): boolean =>
  version >= OLDEST_VERSION && version <= PROTOCOL_VERSION;

interface ProtocolVersion {
  readonly version: number;
  /** The first release of Hush with this protocol version. */
  readonly release: string;
  readonly changed: string;
  /** A hash of all schemas and field lists; a test fails if they changed without a new version. */
  readonly fingerprint: string;
}

/** Every released version, the latest last. */
export const PROTOCOL_VERSIONS: readonly ProtocolVersion[] = [
  { version: 1, release: '0.1.0', changed: 'The first version.', fingerprint: 'ca119d57eb1bb148' },
  {
    version: 2,
    release: '0.2.0',
    changed:
      'The lobby tells the deal of the next game and shows a toy mall (PR-36). A program may ask for its legal commands (PR-71). A table may let nobody watch (PR-67). `here` tells where bots look (PR-12f).',
    fingerprint: '02c9412e592c7a52',
  },
  {
    version: 3,
    release: '0.3.0',
    changed:
      'A program may sit down as one where the host allows it (PR-75). People may agree that their games are collected (PR-76). A table watches the replay of its last game together (PR-180) and plays on from a moment of it (PR-181). Entries that a journal has lost are told (PR-77). A host can delay spectators (PR-69). Members can be reported to the operator (PR-68).',
    fingerprint: '994a7e7be72d7635',
  },
];
