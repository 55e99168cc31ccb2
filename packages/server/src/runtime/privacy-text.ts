/**
 * The operator's own text for the privacy page (`HUSH_PRIVACY`), a file of plain text. A line such as `[fr]` begins the part
 * for one language; the text before the first such line is for all other languages.
 */
import { readFileSync } from 'node:fs';
import { err, ok, type Result } from '@hush/rules';

/** The text by language; the entry '' is for all others. */
export type HostText = Readonly<Record<string, string>>;

const MOST_CHARACTERS = 20_000;
const HEADING = /^\[([a-z]{2})\]\s*$/;

export function readHostText(path: string | undefined): Result<HostText, string> {
  if (path === undefined) return ok({});
  try {
    const text = readFileSync(path, 'utf8');
    return text.length > MOST_CHARACTERS
      ? err(`names a file of more than ${MOST_CHARACTERS} characters`)
      : ok(hostTextIn(text));
  } catch (error) {
    return err(`names a file that cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function hostTextIn(text: string): HostText {
  const parts = new Map<string, string[]>();
  let language = '';
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)?.[1];
    if (heading === undefined) parts.set(language, [...(parts.get(language) ?? []), line]);
    else language = heading;
  }
  const trimmed = [...parts].map(([name, lines]) => [name, lines.join('\n').trim()] as const);
  return Object.fromEntries(trimmed.filter(([, part]) => part !== ''));
}
