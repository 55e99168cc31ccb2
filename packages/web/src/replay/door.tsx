/** The way into the projection room, with words that nobody else says. */
import type { ComponentType } from 'preact';
import { type Catalogs, moreWords, want } from '../i18n/catalogs.ts';
import { ReplayScreen } from './replay-screen.tsx';
import type { Source } from './sources.ts';

const WORDS: Catalogs = {
  en: () => import('../i18n/en-replay.ts'),
  fr: () => import('../i18n/fr-replay.ts'),
  nl: () => import('../i18n/nl-replay.ts'),
  pl: () => import('../i18n/pl-replay.ts'),
};

export async function enterReplay(): Promise<ComponentType<{ readonly source: Source }>> {
  await Promise.all([moreWords(), want(WORDS)]);
  return ReplayScreen;
}
