/** The way into the workshop: its screens, with words that nobody else says. */
import type { ComponentType, JSX } from 'preact';
import { type Catalogs, moreWords, want } from '../i18n/catalogs.ts';
import { problemWords } from '../ui/problem-text.ts';
import { SheetScreen } from './sheet-screen.tsx';
import { WorkshopScreen } from './workshop-screen.tsx';

const WORDS: Catalogs = {
  en: () => import('../i18n/en-workshop.ts'),
  fr: () => import('../i18n/fr-workshop.ts'),
  nl: () => import('../i18n/nl-workshop.ts'),
  pl: () => import('../i18n/pl-workshop.ts'),
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
