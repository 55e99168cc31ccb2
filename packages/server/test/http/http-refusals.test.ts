/** The table of HTTP refusals in docs/PROTOCOL.md equals the table of the code. */
import { readFileSync } from 'node:fs';
import { HTTP_REFUSALS } from '@hush/protocol';
import { expect, test } from 'vitest';

const DOC = readFileSync(new URL('../../../../docs/PROTOCOL.md', import.meta.url), 'utf8');

test('PR-25a the HTTP refusals in docs/PROTOCOL.md and their status codes are those of the code', () => {
  const [, table = ''] = DOC.split('| error | status | about |');
  const rows = [...table.matchAll(/^\| ([a-z-]+) \| (\d{3}) \| /gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(rows).toEqual(Object.entries(HTTP_REFUSALS));
});
