/** Events as English sentences, for people who read a game. */
import type { EventOf, EventType, GameEvent, LossReason } from './events.ts';
import type { Game } from './game.ts';
import { turnHourglass } from './hourglass.ts';
import { featureAt, tileNumbered } from './mall.ts';
import { cellName, shortTime } from './names.ts';
import {
  type Action,
  type Cell,
  EMBLEMS,
  type Hero,
  isDirection,
  type Seat,
  type TileNumber,
} from './vocabulary.ts';

/** The game before the event, if it is known, and the players' names by seat. */
interface Scene {
  readonly game: Game | undefined;
  readonly names: readonly string[];
}

/** One sentence about an event; with the game before the event it says more. */
export function describeEvent(event: GameEvent, game?: Game, names: readonly string[] = []): string {
  const tell = TELL[event.type] as (event: GameEvent, scene: Scene) => string;
  return tell(event, { game, names });
}

const TELL: { readonly [T in EventType]: (event: EventOf<T>, scene: Scene) => string } = {
  gameSetUp: ({ setUp }) =>
    `${setUp.scenario === null ? 'A custom scenario' : `Scenario ${setUp.scenario}`}, "${setUp.name}", is set up for ${count(setUp.players, 'player')}.`,
  tilesSwapped: (event, scene) =>
    `${who(scene, event.seat)} and ${who(scene, event.with)} swap their action tiles.`,
  heroPlaced: ({ seat, hero, to }, scene) => `${who(scene, seat)} puts the ${hero} on ${cellName(to)}.`,
  gameStarted: (_, { game }) =>
    game === undefined
      ? 'The hourglass starts.'
      : `The hourglass starts with ${shortTime(game.setUp.hourglass)} of sand.`,
  heroMoved: ({ seat, hero, by, to }, scene) => `${who(scene, seat)} ${moves(hero, by)} to ${at(scene, to)}.`,
  heroLeft: ({ hero }) => `The ${hero} is out of the mall.`,
  hourglassTurned: turned,
  cameraSwitchedOff: ({ cell }) => `The camera on ${cellName(cell)} is switched off.`,
  ballUsed: ({ cell }) => `The crystal ball on ${cellName(cell)} is used up.`,
  tileDrawn: ({ seat, tile, places }, scene) =>
    `${who(scene, seat)} draws ${tileName(scene, tile)}, to be laid at ${places.map(cellName).join(' or ')}.`,
  tileLaid: ({ seat, tile, door, by }, scene) =>
    `${who(scene, seat)} lays ${tileName(scene, tile)} at ${cellName(door)}${by === 'ball' ? ' through the crystal ball' : `, where the ${by} looked in`}.`,
  tileDiscarded: ({ seat, tile }, scene) =>
    `${who(scene, seat)} takes ${tileName(scene, tile)} out of the mall.`,
  theftHappened: ({ seat }, scene) =>
    `${seat === null ? 'Everything' : `${who(scene, seat)} calls the theft: everything`} is stolen, the alarm rings, the vortices die.`,
  actionTurned: ({ seat, action }, scene) => `${who(scene, seat)} turns the action tile "${action}".`,
  pawnMoved: ({ seat, to }, scene) => `${who(scene, seat)} puts the pawn in front of ${who(scene, to)}.`,
  tapped: ({ seat, to }, scene) => `${who(scene, seat)} taps the table in front of ${who(scene, to)}.`,
  stared: ({ seat, to }, scene) => `${who(scene, seat)} stares at ${who(scene, to)}.`,
  paused: ({ seat }, scene) => `${who(scene, seat)} pauses the game.`,
  resumed: ({ seat }, scene) => `${who(scene, seat)} continues the game.`,
  playedOn: ({ seat }, scene) => `${who(scene, seat)} plays on from here; the game does not go into a book.`,
  botSat: ({ seat }, scene) => `A bot plays for ${who(scene, seat)}.`,
  gameWon: () => 'Everybody is out: the game is won.',
  gameLost: ({ reason }) => LOSSES[reason],
  seedRevealed: ({ seed }) => `The seed was ${JSON.stringify(seed)}.`,
};

const LOSSES: Readonly<Record<LossReason, string>> = {
  sand: 'The last grain has fallen: the game is lost.',
  'no-gear': 'All four stand at the exits without their gear: the game is lost.',
  rearrange: 'No two tiles can leave the mall: the game is lost.',
};

const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`;

const who = ({ names }: Scene, seat: Seat): string => names[seat] ?? `Player ${seat + 1}`;

const moves = (hero: Hero, by: Action): string =>
  isDirection(by) ? `moves the ${hero} ${by}` : `sends the ${hero} by ${by}`;

/** A cell as text, with the feature on it. */
function at({ game }: Scene, cell: Cell): string {
  const feature = game === undefined ? null : featureAt(game, cell);
  if (feature === null) return cellName(cell);
  if (!('hero' in feature)) return `${cellName(cell)}, ${THINGS[feature.type]}`;
  const { colour, symbol } = EMBLEMS[feature.hero];
  return `${cellName(cell)}, the ${colour} ${feature.type} (${symbol})`; // ID-1i
}

const THINGS = { hourglass: 'an hourglass', ball: 'a crystal ball', camera: 'a camera' } as const;

function tileName({ game }: Scene, tile: TileNumber): string {
  const name = game && tileNumbered(game, tile)?.name;
  return name === undefined ? `tile ${tile}` : `tile ${tile} "${name}"`;
}

/** The sentence of a turn: how much sand remains afterwards (HG-1c), and what else the turn causes (HG-6). */
function turned({ at: now, cell }: EventOf<'hourglassTurned'>, { game }: Scene): string {
  const done = `The hourglass on ${cellName(cell)} is turned`;
  if (game === undefined) return `${done}.`;
  const passing = game.rules.passTiles && game.solo === null ? ' All action tiles go to the left.' : ''; // SC-3d
  if (game.setUp.house.noClock) return `${done}.${passing}`; // HG-9b
  return `${done}: ${shortTime(turnHourglass(game.hourglass, now).left)} of sand is left.${passing}`;
}
