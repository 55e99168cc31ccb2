/**
 * Moments: how far the sand of a game has run, stored so that a crash costs the players no time. A log has one
 * moment, which is overwritten and is deleted when the log is purged. Every journal keeps them in its own way, many
 * tables at a time.
 */
import type { Millis } from '@hush/rules';

export interface Moment {
  readonly game: number;
  readonly at: Millis;
}

/** Whether a moment is later than a stored one. */
export const isLater = (moment: Moment, kept: Moment | undefined): boolean =>
  kept === undefined || moment.game > kept.game || (moment.game === kept.game && moment.at > kept.at);
