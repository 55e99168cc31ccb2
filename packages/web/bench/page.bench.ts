/**
 * Measures the page in a browser: frames while the camera moves, milliseconds from input to paint, and how quickly voices
 * open and close. page.measure.ts runs in Vitest, because it needs the helpers of the browser tests. If a figure depends
 * on the machine, a blank page is measured in the same run, and the row has the ratio.
 */
import type { Row } from '../../../tools/bench-row.ts';
import { rowsMeasuredBy } from './measured-rows.ts';

export const bench = (): Promise<readonly Row[]> => rowsMeasuredBy('page.measure.ts');
