/**
 * All format numbers of the events in a table's log. The number rises when events or fields are added, so that an older
 * server can report that a log is too new. Logs with earlier numbers are read as they are, because fields are only added at
 * the end (PR-11b). Where several versions share a journal, a new event waits until all of them can read it.
 */
import { VOCABULARY } from './vocabulary.ts';

interface VocabularyVersion {
  readonly vocabulary: number;
  /** The first release of Hush that writes this format. */
  readonly release: string;
  /** A hash of the field lists; a test fails if they changed without a new format number. */
  readonly fingerprint: string;
  /** The events and fields (`event.field`) that are new in this format. */
  readonly added: readonly string[];
}

/** All formats, the latest last. A released row never changes. */
export const VOCABULARIES: readonly VocabularyVersion[] = [
  { vocabulary: 1, release: '0.1.0', fingerprint: '90018b90ccfd93a7', added: [] },
  { vocabulary: 2, release: '0.2.0', fingerprint: '4f1428cce6b60d35', added: ['spectatorsAllowed'] },
  {
    vocabulary: 3,
    release: '0.3.0',
    fingerprint: '043411f579170511',
    added: [
      'playedOn',
      'programSeated',
      'programsAllowed',
      'consentGiven',
      'entriesLost',
      'spectatorsDelayed',
      'tableOpened.vocabulary',
    ],
  },
];

/** The first format with each event or field; those of format 1 are not listed. */
const SINCE: ReadonlyMap<string, number> = new Map(
  VOCABULARIES.flatMap(({ vocabulary, added }) => added.map(name => [name, vocabulary] as const)),
);

/** Whether a version that reads this format can read the event. */
export function isReadableBy(vocabulary: number, event: { readonly type: string }): boolean {
  if (vocabulary >= VOCABULARY) return true;
  const isKnown = (name: string): boolean => (SINCE.get(name) ?? 1) <= vocabulary;
  return (
    isKnown(event.type) &&
    Object.entries(event).every(([field, value]) => value === undefined || isKnown(`${event.type}.${field}`))
  );
}
