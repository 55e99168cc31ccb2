/** How far the crew of this device has come, for the campaign. */
import { progressOf, type Won } from '@hush/protocol';
import { crews, type KnownCrew } from './crews.ts';
import { readBook } from './library.ts';

export interface CrewProgress {
  readonly crew: KnownCrew;
  readonly won: readonly Won[];
}

/** Of the crew that was used last; null where there is none, or its book cannot be read right now. */
export async function crewProgress(): Promise<CrewProgress | null> {
  const [crew] = crews.value;
  if (crew === undefined) return null;
  const book = await readBook(crew.id, null);
  return book.ok ? { crew, won: progressOf(book.value.lines) } : null;
}
