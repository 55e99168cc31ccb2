/** Why a crew or a scenario cannot be had. Tables have two reasons more. */
export type LookupError = 'unknown' | 'quarantined' | 'newer' | 'unavailable';
