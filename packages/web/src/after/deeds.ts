/**
 * Every act of every player in a finished game with its effects, derived from the events. A seat that a bot took over
 * has two players: the person before that moment, and the bot after it.
 */
import {
  beginGame,
  evolve,
  featureAt,
  type Game,
  type GameEvent,
  type Hero,
  isDirection,
  type Millis,
  type Seat,
  sandLeft,
  slide,
  tileNumbered,
} from '@hush/rules';

export interface Deed {
  readonly at: Millis;
  readonly type: 'move' | 'explore' | 'discard' | 'nudge' | 'stare' | 'other';
  readonly hero: Hero | null;
  /** What moved the hero: a direction, `escalator` or `vortex`. */
  readonly by: string | null;
  /** The number of squares of a move. */
  readonly squares: number;
  /** Whether the hero was moved back to where it stood before its last move. */
  readonly isBack: boolean;
  /** Whether somebody else moved the same hero a moment before. */
  readonly isRelay: boolean;
  /** The time since this player was last nudged; null if nobody was waiting. */
  readonly sinceNudge: Millis | null;
  /** What the act caused. */
  readonly caused: readonly Effect[];
}

export type Effect =
  | { readonly type: 'turned'; readonly left: Millis }
  | { readonly type: 'laid'; readonly hasExit: boolean; readonly isFirst: boolean }
  | { readonly type: 'theft' | 'out' | 'item' | 'camera' | 'ball' | 'won' };

/** One player of a game: a seat from one moment to another. */
export interface Player {
  readonly seat: Seat;
  readonly isBot: boolean;
  readonly deeds: readonly Deed[];
  /** Whether a person had the seat before this bot. */
  readonly tookOver: boolean;
}

export interface DeedsOfGame {
  readonly players: readonly Player[];
  readonly end: Millis;
  readonly theftAt: Millis | null;
}

/** If another player moved the same hero within this time before, a move counts as a relay. */
const RELAY: Millis = 1500;

type Seated = Extract<GameEvent, { readonly seat: Seat }>;
type Draft = Omit<Deed, 'caused'> & { readonly caused: Effect[] };

const TYPES: Readonly<Partial<Record<GameEvent['type'], Deed['type']>>> = {
  heroMoved: 'move',
  tileDrawn: 'explore',
  tileDiscarded: 'discard',
  pawnMoved: 'nudge',
  tapped: 'nudge',
  stared: 'stare',
  actionTurned: 'other',
};

/** Derives the deeds from the events, one by one. */
class Reader {
  readonly #players: {
    readonly seat: Seat;
    readonly isBot: boolean;
    readonly tookOver: boolean;
    readonly deeds: Draft[];
  }[];
  readonly #current: number[];
  readonly #nudged = new Map<Seat, Millis>();
  readonly #last = new Map<
    Hero,
    { readonly at: Millis; readonly seat: Seat; readonly from: number | null }
  >();
  #game: Game;
  #latest: Draft | null = null;
  #laid = 0;
  theftAt: Millis | null = null;

  constructor(first: Extract<GameEvent, { readonly type: 'gameSetUp' }>) {
    this.#game = beginGame(first);
    this.#players = first.setUp.actionTiles.map((_, seat) => ({
      seat,
      isBot: false,
      tookOver: false,
      deeds: [],
    }));
    this.#current = this.#players.map((_, i) => i);
  }

  hear(event: GameEvent): void {
    const type = TYPES[event.type];
    if (event.type === 'botSat') this.#seatBot(event);
    else if (type !== undefined) this.#act(event as Seated, type);
    else this.#note(event);
    this.#game = evolve(this.#game, event);
    if (event.type === 'heroMoved') this.#noteItem(event.hero);
  }

  /** A seat that a bot plays from the start of the game was never played by a person. */
  #seatBot({ seat, at }: Seated): void {
    const begun = this.#game.status !== 'setup' && at > 0;
    const bot = { seat, isBot: true, tookOver: begun, deeds: [] };
    if (!begun) this.#players[this.#current[seat] ?? seat] = bot;
    else this.#current[seat] = this.#players.push(bot) - 1;
  }

  #act(event: Seated, type: Deed['type']): void {
    const { at, seat } = event;
    const nudgedAt = this.#nudged.get(seat);
    const sinceNudge = nudgedAt === undefined ? null : at - nudgedAt;
    const deed: Draft = { at, type, sinceNudge, ...this.#moveOf(event), caused: [] };
    if (type === 'nudge' && 'to' in event) this.#nudged.set(Number(event.to), at);
    else if (type !== 'stare') this.#nudged.delete(seat);
    this.#players[this.#current[seat] ?? -1]?.deeds.push(deed);
    if (type !== 'nudge' && type !== 'stare') this.#latest = deed;
  }

  #moveOf(event: Seated): Pick<Deed, 'hero' | 'by' | 'squares' | 'isBack' | 'isRelay'> {
    if (event.type !== 'heroMoved')
      return { hero: null, by: null, squares: 0, isBack: false, isRelay: false };
    const { hero, by, to, at, seat } = event;
    const last = this.#last.get(hero);
    this.#last.set(hero, { at, seat, from: this.#game.heroes[hero] });
    return {
      hero,
      by,
      squares: isDirection(by) ? slide(this.#game, hero, by).indexOf(to) + 1 : 0,
      isBack: last?.from === to,
      isRelay: last !== undefined && last.seat !== seat && at - last.at <= RELAY,
    };
  }

  /** Adds an effect to the act that caused it. */
  #note(event: GameEvent): void {
    const caused = this.#latest?.caused;
    if (caused === undefined) return;
    if (event.type === 'hourglassTurned')
      caused.push({ type: 'turned', left: sandLeft(this.#game, event.at) });
    if (event.type === 'tileLaid')
      caused.push({ type: 'laid', hasExit: this.#hasExit(event.tile), isFirst: this.#laid++ === 0 });
    if (event.type === 'heroLeft') caused.push({ type: 'out' });
    if (event.type === 'cameraSwitchedOff') caused.push({ type: 'camera' });
    if (event.type === 'ballUsed') caused.push({ type: 'ball' });
    if (event.type === 'gameWon') caused.push({ type: 'won' });
    if (event.type !== 'theftHappened') return;
    caused.push({ type: 'theft' });
    this.theftAt = event.at;
  }

  #hasExit(tile: number): boolean {
    return tileNumbered(this.#game, tile)?.features.some(feature => feature?.type === 'exit') ?? false;
  }

  #noteItem(hero: Hero): void {
    const cell = this.#game.heroes[hero];
    const feature = cell === null ? null : featureAt(this.#game, cell);
    if (this.theftAt === null && feature?.type === 'item' && feature.hero === hero)
      this.#latest?.caused.push({ type: 'item' });
  }

  get players(): readonly Player[] {
    return this.#players;
  }
}

/** Returns null if the events are not those of a finished game. */
export function deedsOf(events: readonly GameEvent[]): DeedsOfGame | null {
  const [first, ...rest] = events;
  if (first?.type !== 'gameSetUp') return null;
  const reader = new Reader(first);
  for (const event of rest) reader.hear(event);
  return { players: reader.players, end: events.at(-1)?.at ?? 0, theftAt: reader.theftAt };
}
