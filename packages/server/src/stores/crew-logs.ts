/**
 * What the journal has of a crew: `crew/ID` is what happened in its book, `crew-game/ID/HASH` the record of a game by its
 * hash, `board-crew/ID` that it wants to be seen on the board. The first is there before any other and goes before them.
 */
import { type Journal, purgeOrphans } from '@hush/protocol';

const RECORDS = 'crew-game/';
/** How the logs begin that say who wants to be on the board. */
export const LISTED = 'board-crew/';

export const logOf = (id: string): string => `crew/${id}`;
export const recordLogOf = (id: string, hash: string): string => `${RECORDS}${id}/${hash}`;

/** Forgets records and wishes to be seen whose crew is gone; how many logs that were. */
export const purgeCrewRemains = (journal: Journal, mayGoOn: () => boolean): ReturnType<typeof purgeOrphans> =>
  purgeOrphans(journal, { kinds: [RECORDS, LISTED], parent: logOf('') }, mayGoOn);
