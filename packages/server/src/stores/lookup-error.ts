/** Why a crew or a scenario cannot be read. For tables there are two more reasons. */
export type LookupError = 'unknown' | 'quarantined' | 'newer' | 'unavailable';
