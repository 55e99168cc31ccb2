/** The HTTP messages about heists. */
import type { Result } from '@hush/rules';
import * as v from 'valibot';
import { AVATARS } from '../commands/avatars.ts';
import { MOST_SEATS } from '../commands/seats.ts';
import { type FromSchema, nameSchema, oneWordOf, parseJson, readAs } from '../input/schema.ts';
import type { PublishedChain } from './heist-chain.ts';
import type { HeistResult } from './heist-result.ts';

/** The sealed letter of a day, which says nothing about the places of tiles in the mall. */
export interface HeistLetter {
  /** The date of the letter's day, for instance '2026-11-17'. */
  readonly day: string;
  readonly scenario: number;
  /** The number of tiles of the mall. */
  readonly tiles: number;
  /** The smallest number of actions of a win that the solver found. */
  readonly par: number;
  /** Whether the solver has proven that no win needs fewer actions. */
  readonly certified: boolean;
}

export interface HeistNews {
  /** The date on the server's clock; it decides which day's heist is today's. */
  readonly today: string;
  readonly letter: HeistLetter;
  readonly chain: PublishedChain;
}

/** The letter of a day when it is opened. */
export interface HeistDeal extends HeistLetter {
  readonly seed: string;
  /** How many seeds of the day were skipped because the solver could not prove that they can be won. */
  readonly attempt: number;
}

/** The proof that the deal of a past day is the right one. */
export interface HeistProof extends HeistDeal {
  readonly link: string;
  readonly beacon: string;
}

/** A row of the day's result table. */
export interface HeistEntry extends Pick<HeistResult, 'won' | 'left'> {
  readonly no: number;
  readonly name: string;
  readonly faces: readonly string[];
  /** Whether other players may play against this run as a ghost. */
  readonly ghost: boolean;
}

export const LONGEST_HEIST_RECORD = 400_000;
const KEY = /^[0-9a-f]{64}$/;

const posted = v.strictObject({
  record: v.pipe(v.string(), v.maxLength(LONGEST_HEIST_RECORD)),
  name: nameSchema,
  faces: v.pipe(v.array(oneWordOf(AVATARS)), v.maxLength(MOST_SEATS)),
  ghost: v.boolean(),
  /** The hash of a secret; whoever has the secret can delete the row. */
  key: v.pipe(v.string(), v.regex(KEY)),
});
export type HeistPost = FromSchema<typeof posted>;

export const readHeistPost = (text: string): Result<HeistPost, string> =>
  readAs(posted, parseJson(text), 'The request');
