/** Why a crew or a scenario cannot be read. Tables have two more reasons. */
export type LookupError = 'unknown' | 'quarantined' | 'newer' | 'unavailable';
