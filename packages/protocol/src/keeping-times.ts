/** How long a server keeps what, from its settings, for the page that says so (PR-183). */
export interface KeepingTimes {
  /** A table that nobody opened for so many days is deleted. */
  readonly keepDays: number;
  /** The same for crews; 0 keeps them until somebody deletes them. */
  readonly keepCrewDays: number;
  /** Whether several machines keep the journal. */
  readonly cluster: boolean;
  /** Whether there is a public list of crews. */
  readonly board: boolean;
  /** Whether voice goes through a relay, so that players do not learn each other's address. */
  readonly relayed: boolean;
  /** The host's own text by language; '' for all others. */
  readonly host: Readonly<Record<string, string>>;
}
