/**
 * The format number of the events in a table's log. It rises when events or fields are added, so that an older server can
 * report that a log is too new. Logs with earlier numbers are read as they are, because fields are only added at the end
 * (PR-11b).
 */
interface VocabularyVersion {
  readonly vocabulary: number;
  /** The first release that writes this format. */
  readonly release: string;
  /** A hash of the field lists; a test fails if they changed without a new format number. */
  readonly fingerprint: string;
}

/** All formats, the latest last. Released ones never change. */
export const VOCABULARIES: readonly VocabularyVersion[] = [
  { vocabulary: 1, release: '0.1.0', fingerprint: '90018b90ccfd93a7' },
  { vocabulary: 2, release: '0.2.0', fingerprint: '4f1428cce6b60d35' },
  { vocabulary: 3, release: '0.3.0', fingerprint: '7067dba1eab2a452' },
];

/** The format number that this version writes. */
export const VOCABULARY: number = VOCABULARIES.length;
