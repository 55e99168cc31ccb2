/** Tests that the table of HTTP refusals in docs/PROTOCOL.md equals the code's. */
import { readFileSync } from 'node:fs';
import { HTTP_REFUSALS } from '@hush/protocol';
import { expect, test } from 'vitest';

const DOC = readFileSync(new URL('../../../../docs/PROTOCOL.md', import.meta.url), 'utf8');

test('PR-25a docs/PROTOCOL.md lists the same HTTP refusals and status codes as the code', () => {
  const [, table = ''] = DOC.split('| error | status | about |');
  const rows = [...table.matchAll(/^\| ([a-z-]+) \| (\d{3}) \| /gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(rows).toEqual(Object.entries(HTTP_REFUSALS));
});
