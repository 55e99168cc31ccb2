/**
 * Measures the page on a cheap phone: a 4x slower processor, 1.6 Mbit/s and 150 ms. From a link to the board, cold and warm; input
 * to paint; frames while the camera moves and while nothing moves; memory over an hour of play. Every figure that depends on the
 * machine stands beside that of a blank page in the same run.
 */
import type { Row } from '../../../tools/bench-row.ts';
import { rowsMeasuredBy } from './measured-rows.ts';

export const bench = (): Promise<readonly Row[]> => rowsMeasuredBy('page-phone.measure.ts');
