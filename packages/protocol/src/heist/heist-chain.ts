/**
 * The seed chain of the heists (ADR 15). Each day has a link, and the hash of a day's link is the link of the day before;
 * the hash of the first link is the anchor, which is published before the first day. So a server that has published its
 * anchor can exchange no later link, and nobody can compute tomorrow's link from today's.
 */
import { sha256 } from '@hush/rules';

/** The public part of a chain. */
export interface PublishedChain {
  /** The number of the first day. */
  readonly first: number;
  /** How many days it has. */
  readonly days: number;
  readonly anchor: string;
  /** The public beacon whose value is mixed into every deal; null where the server uses none. It is fixed for the whole chain. */
  readonly beacon: BeaconPlan | null;
}

/** A public source of numbered random values, such as drand. */
export interface BeaconPlan {
  /** The hash that identifies the beacon. */
  readonly chain: string;
  /** When its first round was, in seconds since 1970, and the seconds between rounds. */
  readonly genesis: number;
  readonly period: number;
}

/** The secret part: the last link of the chain, from which all others follow. */
export interface SecretChain extends PublishedChain {
  readonly tail: string;
}

/** The link of the day before. */
export const linkBefore = (link: string): string => sha256(`hush heist link:${link}`);

export function newChain(plan: Pick<SecretChain, 'first' | 'days' | 'tail' | 'beacon'>): SecretChain {
  let anchor = plan.tail;
  for (let i = 0; i < plan.days; i++) anchor = linkBefore(anchor);
  return { ...plan, anchor };
}

/** The link of a day of this chain. */
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

/** The round of the beacon that counts for a day: the first one of that day. */
export const roundOfDay = ({ genesis, period }: BeaconPlan, begins: number): number =>
  Math.max(1, Math.ceil((begins - genesis) / period) + 1);

/** The values from which the deal of a day is derived. */
export interface DealSource {
  readonly day: number;
  readonly link: string;
  /** The beacon's value for this day; empty where the chain has no beacon. */
  readonly beacon: string;
}

/** The seed of one attempt; the first attempt that can be won is the deal. */
export const attemptSeed = ({ day, link, beacon }: DealSource, attempt: number): string =>
  sha256(`hush heist deal:${day}:${link}:${beacon}:${attempt}`);
