/** Answers to the questions of the command box: where, what can I do, exits, look, time, left, crew. */
import {
  doorAt,
  featureAt,
  type Game,
  HEROES,
  type Hero,
  type Millis,
  reach,
  sandLeft,
  stackSize,
  talkState,
  tileOf,
  usableActions,
} from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import { cellsWith } from '../model/cells.ts';
import { destinationsOf } from '../model/destinations.ts';
import {
  actionNames,
  commaList,
  directionName,
  heroName,
  joinWords,
  spokenTime,
} from '../model/game-words.ts';
import type { Verb } from './lexicon.ts';
import type { Sentence } from './sentence.ts';
import { cellsOfDoors, lookAround, offset, whereIs } from './surroundings.ts';

export interface SpokenPlayer {
  readonly name: string;
  readonly away: boolean;
  readonly me: boolean;
}

interface Playing {
  readonly game: Game;
  readonly seat: number;
  readonly at: Millis;
  readonly crew: readonly SpokenPlayer[];
  readonly chosen: Hero | null;
}

const QUESTIONS = ['where', 'what', 'exits', 'look', 'time', 'left', 'crew'] as const;
type Query = (typeof QUESTIONS)[number];

export const isQuestion = (verb: Verb | null): verb is Query => QUESTIONS.some(known => known === verb);

/** Questions that need no board; they are also answered during a pause, when the board is covered (HG-8f). */
const BESIDE_THE_BOARD: readonly Query[] = ['time', 'left', 'crew'];

export function answerQuery(query: Query, { hero }: Sentence, view: Playing): string {
  const { game } = view;
  if (game.status === 'paused' && !BESIDE_THE_BOARD.includes(query)) return refusalText('paused');
  switch (query) {
    case 'where':
      return hero === null
        ? joinWords(HEROES.map(one => whereIs(game, one, { brief: true })))
        : whereIs(game, hero);
    case 'what':
      return whatNow(view);
    case 'exits':
      return exits(view);
    case 'look':
      return view.chosen === null ? say('commands.whichHero') : lookAround(game, view.chosen);
    case 'time':
      return timeNow(game, view.at);
    case 'left':
      return say('commands.left', { tiles: stackSize(game), turned: game.turned });
    case 'crew':
      return crewNow(view);
  }
}

function timeNow(game: Game, at: Millis): string {
  if (game.setUp.house.noClock) return `${say('commands.noClock')}.`;
  if (game.status === 'setup')
    return say('commands.notStarted', { time: spokenTime(game.hourglass.capacity) });
  const time = spokenTime(sandLeft(game, at));
  return joinWords([say('play.timeLeft', { time }), say(`commands.talk.${talkState(game)}`)]);
}

/** How far each hero can go in each of the player's directions, and all other possible actions. */
function whatNow({ game, seat }: Playing): string {
  if (seat < 0) return refusalText('not-seated');
  if (game.status === 'setup') return say('commands.inSetUp');
  const mine = destinationsOf(game, seat);
  const runs = HEROES.flatMap(hero => farthest(game, seat, hero));
  const rest = mine.filter(({ mark }) => mark.kind !== 'walk').map(({ mark }) => `${mark.label}.`);
  const steal = reach(game, seat).some(({ type }) => type === 'steal') ? [say('commands.maySteal')] : [];
  const own = say('play.yourActions', { actions: actionNames(usableActions(game, seat)) });
  const turn = game.solo === null ? [] : [say('commands.soloPile', { n: game.solo.pile })];
  const none = runs.length + rest.length + steal.length === 0 ? [say('commands.nothingNow')] : [];
  return joinWords([own, ...turn, ...runs, ...rest, ...steal, ...none]);
}

function farthest(game: Game, seat: number, hero: Hero): readonly string[] {
  const longest = new Map<string, string>();
  for (const command of reach(game, seat)) {
    if (command.type !== 'move' || command.hero !== hero) continue;
    const { dir, steps } = command;
    longest.set(dir, say('commands.upTo', { direction: directionName(dir), n: steps }));
  }
  if (longest.size === 0) return [];
  return [say('commands.heroMay', { hero: heroName(hero), ways: commaList([...longest.values()]) })];
}

function exits({ game, chosen }: Playing): string {
  const from = chosen === null ? null : game.heroes[chosen];
  const at = (cell: number): string => {
    const where = from === null ? null : offset(game, from, cell);
    const tile = say('commands.onTile', { tile: tileOf(cell) });
    return where === null ? tile : `${tile} (${where})`;
  };
  const known = cellsWith(game, ({ type }) => type === 'exit').flatMap(cell => {
    const feature = featureAt(game, cell);
    return feature?.type === 'exit' ? [`${heroName(feature.hero)}: ${at(cell)}`] : [];
  });
  const doors = cellsOfDoors(game).map(cell => `${heroName(doorAt(game, cell) ?? 'elf')}: ${at(cell)}`);
  return joinWords([
    known.length === 0 ? say('commands.noExits') : say('commands.exits', { list: known.join('; ') }),
    doors.length === 0 ? say('commands.noDoors') : say('commands.doors', { list: doors.join('; ') }),
  ]);
}

function crewNow({ game, crew }: Playing): string {
  return crew
    .map(({ name, away, me }, i) => {
      const who = me ? say('commands.you', { name }) : name;
      const line = say('commands.has', { who, actions: actionNames(usableActions(game, i)) });
      return away ? joinWords([line, say('commands.away')]) : line;
    })
    .join(' ');
}
