/**
 * The interpreter of the command box in a debrief: it turns typed text into an answer and, for some commands, an act. It
 * is for people who do not see the board or use no pointer, so its answers say what the screen shows.
 */
import type { TurningPoint } from '@hush/bots';
import type { Member, Person } from '@hush/protocol';
import { type Cell, type Game, HEROES, type Millis } from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { cellOfPlace, cellPlaceOf } from '../model/cells.ts';
import { commaList, joinWords } from '../model/game-words.ts';
import { bookOfWords, meaning, withoutAccents } from '../spoken/lexicon.ts';
import { whereIs } from '../spoken/surroundings.ts';
import { clockText, personOf } from '../table/names.ts';
import { answerOf, factOf, questionOf } from './turning-words.ts';

export const DEBRIEF_VERBS = [
  'next',
  'last',
  'answer',
  'guess',
  'question',
  'where',
  'time',
  'play',
  'stop',
  'go',
  'free',
  'back',
  'lead',
  'give',
  'who',
  'on',
  'close',
  'help',
] as const;
type DebriefVerb = (typeof DEBRIEF_VERBS)[number];

/** The part of the debrief's state that the answers need. */
export interface DebriefScene {
  readonly points: readonly TurningPoint[];
  readonly point: TurningPoint | null;
  readonly answered: boolean;
  readonly game: Game;
  readonly at: Millis;
  readonly end: Millis;
  readonly runs: boolean;
  readonly people: readonly Person[];
  /** The member who types; null for spectators. */
  readonly own: Member | null;
  readonly leader: Member | null;
  readonly here: readonly Member[];
  readonly isFree: boolean;
  /** Whether this player may continue the game from this moment: only the host and the leader may. */
  readonly mayPlayOn: boolean;
}

export type DebriefAct =
  | { readonly type: 'show'; readonly point: TurningPoint; readonly answered: boolean }
  | { readonly type: 'seek'; readonly at: Millis }
  | { readonly type: 'guess'; readonly cell: Cell | null }
  | { readonly type: 'give'; readonly to: Member }
  | { readonly type: 'playOn'; readonly events: number }
  | { readonly type: 'toggle' | 'free' | 'back' | 'lead' | 'close' };

export interface DebriefReply {
  readonly say: string;
  readonly act: DebriefAct | null;
}

const told = (text: string): DebriefReply => ({ say: text, act: null });
const doing = (act: DebriefAct, text: string): DebriefReply => ({ say: text, act });

const verbOf = (word: string): DebriefVerb | null =>
  meaning(
    bookOfWords(DEBRIEF_VERBS, id => say(`debrief.verb.${id}`)),
    word,
  );

export function interpretDebrief(text: string, scene: DebriefScene): DebriefReply {
  const [first = '', ...rest] = withoutAccents(text).split(' ');
  if (first === '') return told(say('debrief.box.help'));
  if (/^\d+$/.test(first)) return showPoint(scene, scene.points[Number(first) - 1]);
  const verb = verbOf(first);
  return verb === null
    ? told(say('commands.unknownWord', { word: first }))
    : VERB_ACTS[verb](scene, rest.join(' '));
}

const VERB_ACTS: Readonly<Record<DebriefVerb, (scene: DebriefScene, rest: string) => DebriefReply>> = {
  next: scene => showPoint(scene, scene.points.find(({ at }) => at > placeOf(scene)) ?? scene.points[0]),
  last: scene =>
    showPoint(
      scene,
      scene.points.findLast(({ at }) => at < placeOf(scene)),
    ),
  answer: showAnswer,
  guess: guessAt,
  question: scene => told(shown(scene)),
  where: ({ game }) => told(joinWords(HEROES.map(hero => whereIs(game, hero, { brief: true })))),
  time: ({ at, end }) => told(say('replay.time', { now: clockText(at), end: clockText(end) })),
  play: scene => running(scene, true),
  stop: scene => running(scene, false),
  go: goTo,
  free: scene =>
    scene.isFree || leads(scene) ? told(who(scene)) : doing({ type: 'free' }, say('debrief.alone')),
  back: scene =>
    scene.isFree
      ? doing({ type: 'back' }, say('debrief.leads', { name: nameOf(scene, scene.leader) }))
      : told(who(scene)),
  lead: scene => {
    if (scene.own === null) return told(say('debrief.box.watching'));
    return leads(scene) ? told(who(scene)) : doing({ type: 'lead' }, say('debrief.asked'));
  },
  give: giveTo,
  who: scene => told(who(scene)),
  on: playOn,
  close: () => doing({ type: 'close' }, say('debrief.close')),
  help: () => told(say('debrief.box.help')),
};

const placeOf = ({ point, at }: DebriefScene): Millis => point?.at ?? at;
const nameOf = ({ people }: DebriefScene, member: Member | null): string => personOf(people, member).name;
const leads = ({ own, leader }: DebriefScene): boolean => own !== null && own === leader;
/**
 * Whether this player may show points and answers: the leader does so for everybody, and a member who watches alone for
 * their own page.
 */
const mayShow = (scene: DebriefScene): boolean => leads(scene) || scene.isFree || scene.leader === null;

/** A sentence about what is shown: the question, the answer, or how many points there are. */
function shown({ point, points, answered }: DebriefScene): string {
  if (point === null)
    return points.length === 0 ? say('debrief.nothing') : say('debrief.found', { n: points.length });
  return answered ? joinWords([answerOf(point), factOf(point)]) : questionOf(point);
}

const follows = (scene: DebriefScene): DebriefReply =>
  told(say('debrief.box.follows', { name: nameOf(scene, scene.leader) }));

function showPoint(scene: DebriefScene, point: TurningPoint | undefined): DebriefReply {
  if (scene.points.length === 0) return told(say('debrief.nothing'));
  if (point === undefined) return told(say('debrief.box.noPoint', { n: scene.points.length }));
  if (!mayShow(scene)) return follows(scene);
  const heading = say('debrief.point', { n: scene.points.indexOf(point) + 1, time: clockText(point.at) });
  return doing({ type: 'show', point, answered: false }, `${heading}: ${questionOf(point)}`);
}

function showAnswer(scene: DebriefScene): DebriefReply {
  const { point, answered } = scene;
  if (point === null || answered) return told(shown(scene));
  return mayShow(scene)
    ? doing({ type: 'show', point, answered: true }, joinWords([answerOf(point), factOf(point)]))
    : follows(scene);
}

/** Guesses a square by tile, row and column; without numbers it withdraws the guess. */
function guessAt({ point, answered, own, game }: DebriefScene, rest: string): DebriefReply {
  if (own === null) return told(say('debrief.box.watching'));
  if (point === null || answered) return told(say('debrief.box.noQuestion'));
  const [tile, row, column] = (rest.match(/\d+/g) ?? []).map(Number);
  if (tile === undefined) return doing({ type: 'guess', cell: null }, say('debrief.noGuess'));
  const cell = cellOfPlace(game, { tile, row: row ?? 0, column: column ?? 0 });
  if (cell === undefined) return told(say('debrief.box.guessWhere'));
  return doing({ type: 'guess', cell }, say('commands.place', cellPlaceOf(game, cell)));
}

function running(scene: DebriefScene, wanted: boolean): DebriefReply {
  const words = say(wanted ? 'replay.play' : 'replay.pause');
  return scene.runs === wanted ? told(words) : doing({ type: 'toggle' }, words);
}

/** A time such as `1 20` or `1:20`, or seconds alone. */
function goTo({ end }: DebriefScene, rest: string): DebriefReply {
  const [first, second] = (rest.match(/\d+/g) ?? []).map(Number);
  if (first === undefined) return told(say('debrief.box.goWhere'));
  const at = Math.min(end, 1000 * (second === undefined ? first : 60 * first + second));
  return doing({ type: 'seek', at }, clockText(at));
}

function giveTo(scene: DebriefScene, rest: string): DebriefReply {
  if (!leads(scene)) return follows(scene);
  const others = scene.here.filter(member => member !== scene.own);
  const wordsOf = (member: Member): string => withoutAccents(nameOf(scene, member));
  const found = others.filter(member => rest !== '' && wordsOf(member).startsWith(rest));
  const to = found.find(member => wordsOf(member) === rest) ?? found[0];
  if (to === undefined || (found.length > 1 && wordsOf(to) !== rest))
    return told(say('commands.who', { names: commaList(others.map(one => nameOf(scene, one))) }));
  return doing({ type: 'give', to }, say('debrief.leads', { name: nameOf(scene, to) }));
}

function who(scene: DebriefScene): string {
  const lead =
    scene.leader === null
      ? say('debrief.alone')
      : say('debrief.leads', { name: nameOf(scene, scene.leader) });
  return joinWords([`${lead}.`, `${commaList(scene.here.map(member => nameOf(scene, member)))}.`]);
}

function playOn({ point, mayPlayOn }: DebriefScene): DebriefReply {
  if (point === null) return told(say('debrief.box.noQuestion'));
  if (!mayPlayOn) return told(say('debrief.box.notYours'));
  return doing({ type: 'playOn', events: point.events }, say('debrief.playOn'));
}
