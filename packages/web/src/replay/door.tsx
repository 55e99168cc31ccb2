/** The way into the projection room, with words that nobody else says. */
import type { ComponentType } from 'preact';
import { type Catalogs, moreWords, want } from '../words/words.ts';
import { ReplayScreen } from './replay-screen.tsx';
import type { Source } from './sources.ts';

const WORDS: Catalogs = {
  en: () => import('../words/en-replay.ts'),
  fr: () => import('../words/fr-replay.ts'),
  nl: () => import('../words/nl-replay.ts'),
  pl: () => import('../words/pl-replay.ts'),
};

export async function enterReplay(): Promise<ComponentType<{ readonly source: Source }>> {
  await Promise.all([moreWords(), want(WORDS)]);
  return ReplayScreen;
}
