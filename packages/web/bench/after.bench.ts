/**
 * What happens after a game, in a browser: the time from the end to the first turning point on a slow phone, how far the windows of a
 * debrief are apart, and how long a clip takes. The limits are those of the design (5 s, 150 ms, 5 s and 1.5 MB); times have no
 * verdict, because they say more about the machine.
 */
import type { Row } from '../../../tools/bench-row.ts';
import { rowsMeasuredBy } from './measured-rows.ts';

export const bench = (): Promise<readonly Row[]> => rowsMeasuredBy('after.measure.ts');
