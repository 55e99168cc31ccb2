/** Tests that the record, the position and the picture in docs/NOTATION.md show the same game. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseRecord, pictureOf, positionText, recordText, replay } from '../src/index.ts';

const DOCUMENT = readFileSync(new URL('../../../docs/NOTATION.md', import.meta.url), 'utf8');
const BLOCKS = [...DOCUMENT.matchAll(/```\n([^`]+)```/g)].map(([, text]) => text ?? '');

test('text: the record, the position and the picture in docs/NOTATION.md show the same game', () => {
  const [record = '', position, drawing] = BLOCKS;
  const events = parseRecord(record);
  if (!events.ok) throw new Error(events.error.why);
  expect(recordText(events.value)).toBe(record);
  const moment = replay(events.value.filter(({ at }) => at <= 142_000));
  expect(positionText(moment)).toBe(position);
  expect(pictureOf(moment)).toBe(drawing);
});
