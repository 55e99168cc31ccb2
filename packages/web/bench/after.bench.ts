/**
 * Measures what happens after a game in a browser: the time from the end to the first turning point on a slow phone, the time
 * difference between the windows of a debrief, and the time to make a clip. The limits are those of the design (5 s, 150 ms, 5 s and
 * 1.5 MB); times have no verdict, because they depend on the machine.
 */
import type { Row } from '../../../tools/bench-row.ts';
import { rowsMeasuredBy } from './measured-rows.ts';

export const bench = (): Promise<readonly Row[]> => rowsMeasuredBy('after.measure.ts');
