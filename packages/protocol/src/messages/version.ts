/** Versions of the protocol. Clients and servers of different releases understand each other within OLDEST..CURRENT. */

export const PROTOCOL_VERSION = 3;
const OLDEST_VERSION = 1;

/** Whether this server understands a client of that version. */
export const isSpoken = (version: number): boolean =>
  version >= OLDEST_VERSION && version <= PROTOCOL_VERSION;

interface ProtocolVersion {
  readonly version: number;
  /** The first release that has it. */
  readonly release: string;
  readonly changed: string;
  /** A hash over all schemas and field lists: a test fails as long as it is not theirs. */
  readonly fingerprint: string;
}

/** Every version that was ever released, the latest last. */
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
      'A program may sit down as one where the host allows it (PR-75). People may agree that their games are collected (PR-76). A table watches the replay of its last game together (PR-180) and plays on from a moment of it (PR-181). Entries that a journal has lost are told (PR-77).',
    fingerprint: 'fd1d11715a3d862d',
  },
];
