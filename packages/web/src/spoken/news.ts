/** Turns events into short sentences for a screen reader, each with a priority. */
import type { LogEvent, Notice } from '@hush/protocol';
import {
  type Action,
  type Cell,
  cellOf,
  doorAt,
  type EventOf,
  type Game,
  type GameEvent,
  type Hero,
  isDirection,
  type Millis,
  sandLeft,
  tileOf,
  usableActions,
} from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import { straightTo } from '../model/cells.ts';
import { actionNames, directionName, heroName, joinWords, spokenTime, thingAt } from '../model/game-words.ts';

/** Priorities of messages: those with a higher number are spoken first. */
export const WEIGHTS = { others: 1, mine: 2, alarm: 3, nudge: 4, talk: 5, end: 6 } as const;
export type Weight = keyof typeof WEIGHTS;

export interface Message {
  readonly weight: Weight;
  readonly text: string;
  /** The move that this message tells; the next message may continue it. */
  readonly walk?: Walked;
}

/** Who listens: `speak` gets each message, and `screen` is true on a television. */
export interface NewsListener {
  readonly speak: (message: Message) => void;
  readonly screen: boolean;
}

export interface Walked {
  readonly who: string;
  readonly hero: Hero;
  readonly by: Action;
  readonly steps: number;
  readonly thing: string | null;
}

/** The game before and after a notice, and the listening player. */
export interface NewsScene {
  readonly before: Game | null;
  readonly game: Game | null;
  readonly seat: number;
  /** Names of players by seat. */
  readonly names: readonly string[];
  readonly nameOf: (member: number | null) => string | null;
  /** Whether the page is a shared screen, which has no seat but speaks to the players. */
  readonly screen?: boolean;
}

/** Whether a seat takes part in this game; spectators and late newcomers do not. */
const playsIn = ({ setUp }: Game, seat: number): boolean => seat >= 0 && seat < setUp.players;

export function walkText({ who, hero, by, steps, thing }: Walked): string {
  const values = { who, hero: heroName(hero), steps };
  const text = isDirection(by)
    ? say('play.news.walked', { ...values, direction: directionName(by) })
    : say(`play.news.${by === 'vortex' ? 'vortex' : 'escalator'}`, values);
  return thing === null ? text : say('play.mark.with', { label: text, thing });
}

export function messagesOf(notice: Notice, scene: NewsScene): readonly Message[] {
  if (notice.type === 'refused') {
    const name = scene.nameOf(notice.first);
    const text = name === null ? refusalText(notice.why) : say('refusals.first', { name });
    return [{ weight: 'mine', text }];
  }
  if (notice.type !== 'news' || scene.game === null) return [];
  const { game } = scene;
  return [
    ...notice.events.flatMap(event => tell(event, { ...scene, game })),
    ...talkNews(scene.before, game),
  ];
}

type Playing = NewsScene & { readonly game: Game };

const one = (weight: Weight, text: string): readonly Message[] => [{ weight, text }];

function tell(event: LogEvent, scene: Playing): readonly Message[] {
  const told = TELL[event.type as GameEvent['type']] as
    | ((event: LogEvent, scene: Playing) => readonly Message[])
    | undefined;
  return told?.(event, scene) ?? [];
}

const who = ({ names, seat }: Playing, actor: number): string =>
  actor === seat ? say('play.news.you') : (names[actor] ?? `${actor + 1}`);

const weightOf = ({ seat }: Playing, actor: number): Weight => (actor === seat ? 'mine' : 'others');

const turnedText = (game: Game, at: Millis): string =>
  game.setUp.house.noClock
    ? say('play.news.turned.still')
    : say('play.news.turned', { time: spokenTime(sandLeft(game, at)) });

const TELL: {
  readonly [T in GameEvent['type']]?: (event: EventOf<T>, scene: Playing) => readonly Message[];
} = {
  gameStarted: (_, { game }) =>
    one('talk', say(game.setUp.house.noClock ? 'game.talk.silent' : 'play.news.started')),
  heroMoved: moved,
  heroLeft: ({ hero }) => one('mine', say('play.news.left', { hero: heroName(hero) })),
  hourglassTurned: ({ at }, { game, seat }) => [
    {
      weight: 'talk',
      text: joinWords([turnedText(game, at), talkText(game)]),
    },
    ...passed(game, seat),
    ...(game.discards > 0 ? one('mine', say('play.news.discards', { n: game.discards })) : []),
  ],
  cameraSwitchedOff: () => one('others', say('play.news.cameraOff')),
  ballUsed: () => one('others', say('play.news.ballUsed')),
  tileDrawn: ({ seat, tile, places }, scene) =>
    places.length < 2
      ? []
      : one(weightOf(scene, seat), say('play.news.drawn', { who: who(scene, seat), tile })),
  tileLaid: laid,
  tileDiscarded: ({ seat, tile }, scene) =>
    one(weightOf(scene, seat), say('play.news.discarded', { who: who(scene, seat), tile })),
  theftHappened: () => one('alarm', say('play.news.theft')),
  actionTurned: ({ action }) => one('mine', say('play.news.turnedUp', { action: actionNames([action]) })),
  pawnMoved: nudged,
  tapped: nudged,
  stared: ({ seat, to }, scene) =>
    to === scene.seat ? one('nudge', say('play.news.stared', { who: who(scene, seat) })) : [],
  paused: ({ seat }, scene) => one('talk', say('play.news.paused', { who: who(scene, seat) })),
  resumed: ({ seat }, scene) => one('talk', say('play.news.resumed', { who: who(scene, seat) })),
  gameWon: (_, { game, seat, screen = false }) =>
    one('end', say(screen || playsIn(game, seat) ? 'play.news.won' : 'play.news.theyWon')),
  gameLost: ({ reason }) => one('end', say(`play.news.lost.${reason}`)),
};

function moved({ seat, hero, by, to }: EventOf<'heroMoved'>, scene: Playing): readonly Message[] {
  const steps = (scene.before && straightTo(scene.before, hero, to)?.steps) ?? 1;
  const walk = { who: who(scene, seat), hero, by, steps, thing: thingAt(scene.game, to) };
  return [{ weight: weightOf(scene, seat), text: walkText(walk), walk }];
}

/** Describes a new tile and everything on it. */
function laid({ seat, tile, door }: EventOf<'tileLaid'>, scene: Playing): readonly Message[] {
  const { game } = scene;
  const cells: readonly Cell[] = Array.from({ length: 16 }, (_, square) => cellOf(tile, square));
  const things = [...new Set(cells.flatMap(cell => thingAt(game, cell) ?? []))];
  const hero = doorAt(game, door);
  const values = {
    who: who(scene, seat),
    tile,
    door: tileOf(door),
    hero: hero === null ? '' : heroName(hero),
  };
  const text = say('play.news.laid', values);
  return one('mine', things.length === 0 ? text : `${text} ${things.join(', ')}.`);
}

function nudged({ seat, to }: EventOf<'pawnMoved'> | EventOf<'tapped'>, scene: Playing): readonly Message[] {
  if (seat === scene.seat)
    return one('mine', say('play.news.nudgedThem', { name: scene.names[to] ?? `${to + 1}` }));
  if (to === scene.seat) return one('nudge', say('play.news.nudgedYou', { who: who(scene, seat) }));
  return one(
    'others',
    say('play.news.nudged', { who: who(scene, seat), whom: scene.names[to] ?? `${to + 1}` }),
  );
}

/** A message that the action tiles were passed on (SC-3d), which names the player's new actions. */
const passed = (game: Game, seat: number): readonly Message[] =>
  game.rules.passTiles && seat >= 0 && game.solo === null
    ? one('talk', say('play.news.passed', { actions: actionNames(usableActions(game, seat)) }))
    : [];

/** Returns what an open talk window allows (SC-12a); empty if none is open, as in scenario 14 (SC-14a). */
function talkText({ talking, rules }: Game): string {
  if (!talking) return '';
  return say(rules.gesturesOnly ? 'play.news.gesturesOpen' : 'play.news.talkOpen');
}

/** A message about a talk window that the elf has opened or a move has closed. */
function talkNews(before: Game | null, game: Game): readonly Message[] {
  if (before === null || before.talking === game.talking || game.setUp.house.freeTalk) return [];
  if (game.status !== 'playing' || before.turned !== game.turned) return [];
  return one('talk', talkText(game) || say('play.news.silence'));
}
