/**
 * The format number of the events in a table's log. It rises when events or fields are added, so that a server that is older
 * than a log can say so. Logs of earlier numbers are read as they are: fields are only ever added at the end (PR-11b).
 */
interface VocabularyVersion {
  readonly vocabulary: number;
  /** The first release that writes it. */
  readonly release: string;
  /** A hash over the lists of fields: a test fails as long as it is not theirs. */
  readonly fingerprint: string;
}

/** Every vocabulary, the latest last. Those of releases never change. */
export const VOCABULARIES: readonly VocabularyVersion[] = [
  { vocabulary: 1, release: '0.1.0', fingerprint: '90018b90ccfd93a7' },
  { vocabulary: 2, release: '0.2.0', fingerprint: '4f1428cce6b60d35' },
  { vocabulary: 3, release: '0.3.0', fingerprint: '7067dba1eab2a452' },
];

/** What this version writes. */
export const VOCABULARY: number = VOCABULARIES.length;
