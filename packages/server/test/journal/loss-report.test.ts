/** The report to an operator about a damaged journal. */
import { logName, TABLE_LOG_KINDS } from '@hush/protocol';
import { expect, test } from 'vitest';
import { reportLoss } from '../../src/journal/loss-report.ts';
import { openLog } from '../../src/runtime/log.ts';

function reported(logs: readonly string[]): unknown {
  const lines: string[] = [];
  reportLoss({ why: 'Damage.', logs }, openLog('error', { write: line => lines.push(line) }));
  return JSON.parse(lines.join(''));
}

test('a damaged log of every kind that a table has counts as a game, and only once for a table', () => {
  const logs = TABLE_LOG_KINDS.map((kind, i) => logName(kind, `BCDFGHJ${i + 2}`));
  const second = TABLE_LOG_KINDS.map(kind => logName(kind, 'ZZZZZZZZ'));
  expect(reported([...logs, ...second])).toMatchObject({ games: TABLE_LOG_KINDS.length + 1, others: 0 });
});

test('a damaged log of a crew or a scenario is counted apart from games', () => {
  expect(reported(['crew/BCDFGHJKLMNP', 'scenario/BCDFGHJK'])).toMatchObject({ games: 0, others: 2 });
});
