/** The English sentence of a refusal, for terminals, logs and programs; the page leaves this file out of its build. */
import { REFUSALS } from '@hush/rules';
import { TABLE_REFUSALS } from './refusals.ts';

const SENTENCES: Readonly<Record<string, string>> = { ...REFUSALS, ...TABLE_REFUSALS };

/** The sentence for the code of a refusal; a newer server may know codes that we do not. */
export const refusalSentence = (why: string): string =>
  Object.hasOwn(SENTENCES, why) ? (SENTENCES[why] ?? '') : 'That is not possible now.';
