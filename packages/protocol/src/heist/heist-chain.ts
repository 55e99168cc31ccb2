/**
 * The seed chain of the heists (ADR 15). Each day has a link, and the hash of a day's link is the link of the day before.
 * The hash of the first link is the anchor, which is published before the first day. After that the server cannot replace
 * any link, and nobody can compute tomorrow's link from today's.
 */
import { sha256 } from '@hush/rules';

/** The public part of a chain. */
export interface PublishedChain {
  /** The number of the first day. */
  readonly first: number;
  /** The number of days in the chain. */
  readonly days: number;
  readonly anchor: string;
  /**
   * The public beacon whose values are mixed into every deal; null if the server uses none. The choice is fixed for the
   * whole chain.
   */
  readonly beacon: BeaconPlan | null;
}

/** A public source of numbered random values, such as drand. */
export interface BeaconPlan {
  /** The hash that identifies the beacon's chain. */
  readonly chain: string;
  /** The time of the beacon's first round in seconds since 1970, and the seconds between rounds. */
  readonly genesis: number;
  readonly period: number;
}

/** The secret part: the last link of the chain, from which all other links are computed. */
export interface SecretChain extends PublishedChain {
  readonly tail: string;
}

/** Computes the link of the day before. */
export const linkBefore = (link: string): string => sha256(`hush heist link:${link}`);

export function newChain(plan: Pick<SecretChain, 'first' | 'days' | 'tail' | 'beacon'>): SecretChain {
  let anchor = plan.tail;
  for (let i = 0; i < plan.days; i++) anchor = linkBefore(anchor);
  return { ...plan, anchor };
}

/** Computes the link of a day of this chain. */
export function linkOfDay({ tail, first, days }: SecretChain, day: number): string {
  let link = tail;
  for (let i = first + days - 1; i > day; i--) link = linkBefore(link);
  return link;
}

/** Whether a link is the one to which the anchor committed for this day. */
export function isLinkOf({ anchor, first, days }: PublishedChain, day: number, link: string): boolean {
  if (day < first || day >= first + days) return false;
  let hash = link;
  for (let i = day; i >= first; i--) hash = linkBefore(hash);
  return hash === anchor;
}

/** The beacon's round that counts for a day: the first round of that day. */
export const roundOfDay = ({ genesis, period }: BeaconPlan, begins: number): number =>
  Math.max(1, Math.ceil((begins - genesis) / period) + 1);

/** The values from which the deal of a day is derived. */
export interface DealSource {
  readonly day: number;
  readonly link: string;
  /** The beacon's value for this day; empty if the chain has no beacon. */
  readonly beacon: string;
}

/** The seed of one attempt. The deal is that of the first attempt whose mall can be won. */
export const attemptSeed = ({ day, link, beacon }: DealSource, attempt: number): string =>
  sha256(`hush heist deal:${day}:${link}:${beacon}:${attempt}`);
