/**
 * Word sets of single screens. They have their own file, so that the first screen does not load the names of these
 * files.
 */
import after from 'virtual:words/after';
import book from 'virtual:words/book';
import debrief from 'virtual:words/debrief';
import heist from 'virtual:words/heist';
import news from 'virtual:words/news';
import privacy from 'virtual:words/privacy';
import problems from 'virtual:words/problems';
import replay from 'virtual:words/replay';
import souvenir from 'virtual:words/souvenir';
import workshop from 'virtual:words/workshop';

export const RARE_SETS = { after, book, debrief, heist, news, privacy, problems, replay, souvenir, workshop };
