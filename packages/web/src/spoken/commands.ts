/**
 * The interpreter of the command box: it turns typed text into an answer and, for many inputs, a command. It uses only
 * what everybody at the table sees, and its answer always names the command.
 */
import { cleanText, type PlayCommand } from '@hush/protocol';
import { type Game, GESTURES, type Gesture, type Hero, type Millis, slide } from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import { cellOfPlace, cellPlaceOf, straightTo } from '../model/cells.ts';
import { type Destination, destinationsOf } from '../model/destinations.ts';
import { commaList, directionName, heroName } from '../model/game-words.ts';
import { refusalOf } from '../model/possible.ts';
import { seatsShown } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { answerQuery, isQuestion, type SpokenPlayer } from './answers.ts';
import { withoutAccents } from './lexicon.ts';
import { readSentence, type Sentence } from './sentence.ts';
import { cellsOfGoal, isTaken, obstacle, offset } from './surroundings.ts';

export interface CommandView {
  readonly game: Game | null;
  readonly seat: number;
  readonly at: Millis;
  /** Players by seat. */
  readonly crew: readonly SpokenPlayer[];
  /** The hero that is meant by a command that names no hero. */
  readonly chosen: Hero | null;
}

export interface CommandReply {
  readonly say: string;
  readonly command: PlayCommand | null;
  readonly chosen: Hero | null;
}

/** What the interpreter needs from the session at this moment. */
export function viewOf(session: Session, chosen: Hero | null): CommandView {
  const people = session.people.peek();
  const here = session.here.peek();
  const mine = session.member.peek();
  return {
    game: session.game.peek(),
    seat: session.seat.peek(),
    at: session.sandNow(),
    crew: seatsShown(session.table.peek()).map((member, seat) => ({
      name: people.find(person => person.member === member)?.name ?? `${seat + 1}`,
      away: member === null || !here.includes(member),
      me: member !== null && member === mine,
    })),
    chosen,
  };
}

type Playing = CommandView & { readonly game: Game };

export function interpret(text: string, view: CommandView): CommandReply {
  const sentence = readSentence(text);
  const { game } = view;
  if (withoutAccents(text) === '') return told(view, say('commands.empty'));
  if (sentence.verb === 'help') return told(view, say('commands.help'));
  if (game === null) return told(view, refusalText('no-game'));
  const playing = { ...view, game, chosen: sentence.hero ?? view.chosen };
  if (isQuestion(sentence.verb)) return told(playing, answerQuery(sentence.verb, sentence, playing));
  if (view.seat < 0) return told(view, refusalText('not-seated'));
  return talkCommand(text, sentence, playing) ?? act(sentence, playing);
}

/** Commands that talk: texts, gestures and pointing. */
function talkCommand(text: string, { verb, ...sentence }: Sentence, view: Playing): CommandReply | null {
  if (verb === 'say') return sayIt(text, view);
  if (verb === 'gesture') return gestureIt(sentence.rest, view);
  return verb === 'point' ? pointAt(sentence, view) : null;
}

function sayIt(text: string, view: Playing): CommandReply {
  const clean = cleanText(text.trim().replace(/^\S+\s*/u, ''));
  if (!clean.ok) return told(view, say('commands.sayWhat'));
  return doing(view, { type: 'say', text: clean.value }, say('commands.done.say'));
}

function gestureIt(rest: string, view: Playing): CommandReply {
  const nameOf = (gesture: Gesture): string => say(`talk.gesture.${gesture}`);
  const found = GESTURES.find(
    one =>
      rest !== '' && (withoutAccents(nameOf(one)).startsWith(rest) || withoutAccents(one).startsWith(rest)),
  );
  if (found === undefined)
    return told(view, say('commands.gestureWhich', { names: commaList(GESTURES.map(nameOf)) }));
  return doing(
    view,
    { type: 'gesture', gesture: found },
    say('commands.done.gesture', { what: nameOf(found) }),
  );
}

/** Points at a tile with row and column, at a hero, or at the hero's goal. */
function pointAt({ rest, goal }: Omit<Sentence, 'verb'>, view: Playing): CommandReply {
  const { game, chosen } = view;
  const [tile, row, column] = (rest.match(/\d+/g) ?? []).map(Number);
  const named =
    tile !== undefined && row !== undefined && column !== undefined
      ? cellOfPlace(game, { tile, row, column })
      : undefined;
  const sought = goal !== null && chosen !== null ? cellsOfGoal(game, chosen, goal)[0] : undefined;
  const cell = named ?? sought ?? (chosen && goal === null ? game.heroes[chosen] : null);
  if (cell === null || cell === undefined) return told(view, say('commands.pointWhere'));
  const where = say('commands.place', cellPlaceOf(game, cell));
  return doing(view, { type: 'gesture', gesture: 'point', to: cell }, say('commands.done.point', { where }));
}

const told = ({ chosen }: CommandView, text: string): CommandReply => ({ say: text, command: null, chosen });

/** Returns a command, or its refusal if the table is certain to refuse it. */
function doing(view: Playing, command: PlayCommand, text: string): CommandReply {
  const refusal = refusalOf(view.game, view.seat, command, Math.floor(view.at));
  return refusal === null ? { say: text, command, chosen: view.chosen } : told(view, refusalText(refusal));
}

function act(sentence: Sentence, view: Playing): CommandReply {
  const { verb } = sentence;
  switch (verb) {
    case 'explore':
    case 'steal':
    case 'turn':
    case 'start':
    case 'pause':
    case 'resume':
      return doing(view, { type: verb }, say(`commands.done.${verb}`));
    case 'nudge':
    case 'stare':
      return signal(verb, sentence, view);
    case 'lay':
      return pick(view, sentence, destinationsOf(view.game, view.seat).filter(is('lay')), {
        type: 'lay',
        door: -1,
      });
    case 'discard':
      return discard(sentence, view);
    case 'vortex':
    case 'stairs':
      return ride(verb, sentence, view);
    default:
      return walk(sentence, view);
  }
}

const is =
  (kind: Destination['mark']['kind']) =>
  ({ mark }: Destination): boolean =>
    mark.kind === kind;

function signal(type: 'nudge' | 'stare', { rest }: Sentence, view: Playing): CommandReply {
  const others = view.crew.map((one, to) => ({ ...one, to })).filter(({ to }) => to !== view.seat);
  const found = others.filter(
    ({ name, to }) => rest !== '' && (withoutAccents(name).startsWith(rest) || rest === `${to + 1}`),
  );
  const [one] = found.length > 0 ? found : rest === '' && others.length === 1 ? others : [];
  if (one === undefined)
    return told(view, say('commands.who', { names: commaList(others.map(({ name }) => name)) }));
  return doing(view, { type, to: one.to }, say(`commands.done.${type}`, { name: one.name }));
}

/** Chooses one of several places by number. Without a number it lists them, unless there is only one. */
function pick(
  view: Playing,
  { number }: Sentence,
  list: readonly Destination[],
  none: PlayCommand,
): CommandReply {
  const chosen = list[(number ?? (list.length === 1 ? 1 : 0)) - 1];
  if (chosen !== undefined) return doing(view, chosen.command, chosen.mark.label);
  if (list.length === 0) return doing(view, none, '');
  return told(
    view,
    list.map(({ mark }, i) => say('commands.choice', { n: i + 1, what: mark.label })).join(' '),
  );
}

function discard({ number }: Sentence, view: Playing): CommandReply {
  const list = destinationsOf(view.game, view.seat).filter(is('discard'));
  const chosen = list.find(({ command }) => command.type === 'discard' && command.tile === number);
  if (chosen !== undefined) return doing(view, chosen.command, chosen.mark.label);
  if (list.length === 0 || number !== null) return doing(view, { type: 'discard', tile: number ?? 0 }, '');
  return told(view, commaList(list.map(({ mark }) => mark.label)));
}

function ride(verb: 'vortex' | 'stairs', sentence: Sentence, view: Playing): CommandReply {
  const hero = view.chosen;
  if (hero === null) return told(view, say('commands.whichHero'));
  if (verb === 'stairs')
    return doing(view, { type: 'escalator', hero }, say('play.mark.escalator', { hero: heroName(hero) }));
  const list = destinationsOf(view.game, view.seat).filter(
    ({ mark }) => mark.kind === 'vortex' && mark.hero === hero,
  );
  return pick(view, sentence, list, { type: 'vortex', hero, to: -1 });
}

function walk(sentence: Sentence, view: Playing): CommandReply {
  const { direction, goal, unknown, verb } = sentence;
  const hero = view.chosen;
  if (unknown !== null) return told(view, say('commands.unknownWord', { word: unknown }));
  if (hero === null) return told(view, say('commands.whichHero'));
  if (goal !== null) return walkTo(sentence, view, hero);
  if (direction !== null) return walkAlong(sentence, view, hero);
  return told(view, say(verb === 'go' ? 'commands.whereTo' : 'commands.chosen', { hero: heroName(hero) }));
}

function walkAlong({ direction, number, far }: Sentence, view: Playing, hero: Hero): CommandReply {
  const { game } = view;
  const dir = direction ?? 'north';
  const free = slide(game, hero, dir).length;
  const steps = far ? Math.max(1, free) : (number ?? 1);
  const from = game.heroes[hero];
  const command = { type: 'move', hero, dir, steps, ...(from === null ? {} : { from }) } as const;
  const values = { hero: heroName(hero), direction: directionName(dir) };
  if (
    free > 0 &&
    steps > free &&
    refusalOf(game, view.seat, { ...command, steps: 1 }, Math.floor(view.at)) === null
  )
    return told(view, say('commands.onlySoFar', { ...values, n: free, why: obstacle(game, hero, dir) }));
  return doing(view, command, say('play.mark.walk', { ...values, steps }));
}

/** A move of a hero to a goal in a straight line, because a move has only one direction. */
function walkTo({ goal }: Sentence, view: Playing, hero: Hero): CommandReply {
  const { game } = view;
  const from = game.heroes[hero];
  if (goal === null || from === null) return told(view, refusalText('hero-out'));
  const cells = cellsOfGoal(game, hero, goal);
  const name = say(`commands.name.${goal}`);
  if (cells.length === 0) return told(view, say('commands.notFound', { what: name }));
  if (cells.includes(from))
    return told(view, say('commands.alreadyThere', { hero: heroName(hero), what: name }));
  const ways = cells.flatMap(to => {
    const way = straightTo(game, hero, to);
    return way === null ? [] : [{ to, ...way }];
  });
  const mine = ways.find(
    ({ to }) => refusalOf(game, view.seat, { type: 'go', hero, to }, Math.floor(view.at)) === null,
  );
  const [way] = mine === undefined ? ways : [mine];
  if (way !== undefined) {
    const values = { hero: heroName(hero), direction: directionName(way.dir), steps: way.steps };
    return doing(view, { type: 'go', hero, to: way.to, from }, say('play.mark.walk', values));
  }
  const where = cells.flatMap(to => offset(game, from, to) ?? []).join('; ');
  const taken = cells.every(cell => isTaken(game, cell));
  return told(view, say(taken ? 'commands.taken' : 'commands.noStraightWay', { what: name, where }));
}
