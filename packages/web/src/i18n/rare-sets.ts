/** Sets of words for single screens. In a file of its own, so that the first screen does not carry the names of their files. */
import book from 'virtual:words/book';
import problems from 'virtual:words/problems';
import replay from 'virtual:words/replay';
import workshop from 'virtual:words/workshop';

export const RARE_SETS = { book, problems, replay, workshop };
