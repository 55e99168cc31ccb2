/** Test helpers for journals: a subscriber, a writer that retries, numbered entries. */
import { expect } from 'vitest';
import type { Journal, News } from '../../src/index.ts';

/** Collects news and lets a test wait for a version without a clock. */
export function ear(): {
  readonly listener: (news: News) => void;
  readonly heard: () => readonly string[];
  readonly first: () => number | undefined;
  readonly ended: Promise<News>;
  readonly until: (count: number) => Promise<void>;
} {
  const heard: string[] = [];
  let first: number | undefined;
  let end: (news: News) => void = () => undefined;
  const ended = new Promise<News>(resolve => {
    end = resolve;
  });
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const listener = (news: News): void => {
    if (news.type === 'ended') {
      end(news);
      return;
    }
    first ??= news.from;
    expect(news.from, 'no gap and nothing twice').toBe(first + heard.length);
    heard.push(...news.entries);
    for (const wait of waiting) if (heard.length >= wait.count) wait.resolve();
  };
  const until = (count: number): Promise<void> =>
    heard.length >= count ? Promise.resolve() : new Promise(resolve => waiting.push({ count, resolve }));
  return { listener, heard: () => heard, first: () => first, ended, until };
}

export const numbered = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, i) => `{"n":${from + i}}`);

/**
 * Appends in spite of other writers: after a conflict it reads the new entries and tries again. Returns the versions of its
 * entries.
 */
export async function insist(journal: Journal, log: string, entry: string, guess = 0): Promise<number> {
  for (let expected = guess; ; ) {
    const result = await journal.append(log, expected, [entry]);
    if (result.ok) return result.version;
    if (result.error.type !== 'conflict') throw new Error(JSON.stringify(result.error));
    expected = result.error.version;
  }
}

/** Appends this many numbered entries to an empty log, a few at a time. */
export async function fillLog(journal: Journal, log: string, length: number): Promise<readonly string[]> {
  const entries = numbered(length);
  for (let at = 0; at < length; at += 500) await journal.append(log, at, entries.slice(at, at + 500));
  return entries;
}
