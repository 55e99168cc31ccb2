/** Helpers for the tests of the book. */
import type { BookLine } from '@hush/protocol';

export const LINE: BookLine = {
  line: 1,
  names: ['Ann'],
  day: 20_408,
  from: 'here',
  game: '',
  record: '',
  size: 1,
  scenario: 1,
  name: 'First visit',
  level: 9,
  edition: 'revised',
  players: 2,
  turned: 2,
  timeLeft: 1_000,
  deviations: [],
};
