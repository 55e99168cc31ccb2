/**
 * Moments: how far the sand of a game has run, stored so that players lose no time after a crash. Each log has one moment.
 * It is overwritten, and deleted when the log is purged. Every journal stores moments in its own way, for many tables at
 * once.
 */
import type { Millis } from '@hush/rules';

export interface Moment {
  readonly game: number;
  readonly at: Millis;
}

/** Whether a moment is later than a stored one. */
export const isLater = (moment: Moment, kept: Moment | undefined): boolean =>
  kept === undefined || moment.game > kept.game || (moment.game === kept.game && moment.at > kept.at);
