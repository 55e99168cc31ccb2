/**
 * Word sets of single screens. They have their own file, so that the first screen does not load the names of these
 * files.
 */
import book from 'virtual:words/book';
import problems from 'virtual:words/problems';
import replay from 'virtual:words/replay';
import workshop from 'virtual:words/workshop';

export const RARE_SETS = { book, problems, replay, workshop };
