/** The English sentences of refusals, for terminals, logs and programs; the page does not load this file. */
import { REFUSALS } from '@hush/rules';
import { TABLE_REFUSALS } from './refusals.ts';

const SENTENCES: Readonly<Record<string, string>> = { ...REFUSALS, ...TABLE_REFUSALS };

/** The sentence of a refusal code; a code of a newer server gets a general sentence. */
export const refusalSentence = (why: string): string =>
  Object.hasOwn(SENTENCES, why) ? (SENTENCES[why] ?? '') : 'That is not possible now.';
