/**
 * The logs of a crew: `crew/ID` has the events of its book, `crew-game/ID/HASH` the record of a game, and `board-crew/ID`
 * exists while the crew is on the leaderboard. `crew/ID` is written first and deleted first.
 */
import { type Journal, purgeOrphans } from '@hush/protocol';

const RECORDS = 'crew-game/';
/** The prefix of the logs that list crews on the leaderboard. */
export const LISTED = 'board-crew/';

export const crewLogOf = (id: string): string => `crew/${id}`;
export const recordLogOf = (id: string, hash: string): string => `${RECORDS}${id}/${hash}`;

/** Deletes the records and listings of deleted crews; returns the number of deleted logs. */
export const purgeCrewRemains = (journal: Journal, mayGoOn: () => boolean): ReturnType<typeof purgeOrphans> =>
  purgeOrphans(journal, { kinds: [RECORDS, LISTED], parent: crewLogOf('') }, mayGoOn);
