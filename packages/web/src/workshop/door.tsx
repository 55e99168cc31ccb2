/** The way into the workshop: its screens, with words that nobody else says. */
import type { ComponentType, JSX } from 'preact';
import { problemWords } from '../problems/problem-text.ts';
import { type Catalogs, moreWords, want } from '../words/words.ts';
import { SheetScreen } from './sheet-screen.tsx';
import { WorkshopScreen } from './workshop-screen.tsx';

const WORDS: Catalogs = {
  en: () => import('../words/en-workshop.ts'),
  fr: () => import('../words/fr-workshop.ts'),
  nl: () => import('../words/nl-workshop.ts'),
  pl: () => import('../words/pl-workshop.ts'),
};

interface Place {
  /** A scenario that somebody shared; null for the bench itself. */
  readonly code: string | null;
}

const Workshop = ({ code }: Place): JSX.Element =>
  code === null ? <WorkshopScreen /> : <SheetScreen key={code} code={code} />;

/** Nothing is shown before it can be said. */
export async function enterWorkshop(): Promise<ComponentType<Place>> {
  await Promise.all([moreWords(), want(WORDS), problemWords()]);
  return Workshop;
}
