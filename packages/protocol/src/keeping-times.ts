/** How long a server stores data, according to its settings; the privacy page shows these times (PR-183). */
export interface KeepingTimes {
  /** A table that nobody opened for this many days is deleted. */
  readonly keepDays: number;
  /** A crew that nobody opened for this many days is deleted; 0 means that crews are stored until somebody deletes them. */
  readonly keepCrewDays: number;
  /** Whether several machines store the journal. */
  readonly cluster: boolean;
  /** Whether the server has a public leaderboard of crews. */
  readonly board: boolean;
  /** Whether voice uses a relay, so that players do not learn each other's address. */
  readonly relayed: boolean;
  /** The operator's own text by language; the entry '' is for all other languages. */
  readonly host: Readonly<Record<string, string>>;
}
