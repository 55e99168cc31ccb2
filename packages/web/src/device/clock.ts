/** The time by which hands and voices go: the browser's, or a test's. */
export interface Clock {
  now(): number;
  later(after: number, then: () => void): () => void;
}
