/** Tests of the report to an operator about a damaged journal. */
import { logName, TABLE_LOG_KINDS } from '@hush/protocol';
import { expect, test } from 'vitest';
import { reportLoss } from '../../src/journal/loss-report.ts';
import { openLog } from '../../src/runtime/log.ts';

function reported(logs: readonly string[]): unknown {
  const lines: string[] = [];
  reportLoss({ why: 'Damage.', logs }, openLog('error', { write: line => lines.push(line) }));
  return JSON.parse(lines.join(''));
}

test('a table with damaged logs of several kinds counts as one lost game', () => {
  const logs = TABLE_LOG_KINDS.map((kind, i) => logName(kind, `BCDFGHJ${i + 2}`));
  const second = TABLE_LOG_KINDS.map(kind => logName(kind, 'ZZZZZZZZ'));
  expect(reported([...logs, ...second])).toMatchObject({ games: TABLE_LOG_KINDS.length + 1, others: 0 });
});

test('damaged logs of crews and scenarios are counted separately from games', () => {
  expect(reported(['crew/BCDFGHJKLMNP', 'scenario/BCDFGHJK'])).toMatchObject({ games: 0, others: 2 });
});
