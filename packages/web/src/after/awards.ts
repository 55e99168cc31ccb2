/**
 * Awards for a finished game: every player gets exactly one, each states a fact of the log, and none says that somebody
 * was slow or wrong. An award goes to the player whom it fits best, and an award is given a second time only when all
 * others are given.
 */
import { DIRECTIONS, HEROES, type Hero, type Millis } from '@hush/rules';
import type { Deed, DeedsOfGame, Effect, Player } from './deeds.ts';

/** What an award says besides its title: a number, a time, a hero, a direction. */
export interface AwardValues {
  readonly n?: number;
  readonly time?: Millis;
  readonly hero?: Hero;
  readonly dir?: string;
}

interface Claim extends AwardValues {
  /** How well the award fits; only claims to the same award are compared. */
  readonly score: number;
}

export interface Award {
  readonly id: AwardId;
  readonly player: Player;
  readonly values: AwardValues;
}

/** Returns how well an award fits a player; null if the award would not be true. */
type Judge = (player: Player, game: DeedsOfGame) => Claim | null;

const counted = (n: number, least: number, more: AwardValues = {}): Claim | null =>
  n >= least ? { score: n, n, ...more } : null;

const effects = ({ deeds }: Player, type: Effect['type']): readonly Effect[] =>
  deeds.flatMap(({ caused }) => caused.filter(effect => effect.type === type));

const causes =
  (type: Effect['type'], least = 1): Judge =>
  player =>
    counted(effects(player, type).length, least);

const does =
  (is: (deed: Deed) => boolean, least = 1): Judge =>
  ({ deeds }) =>
    counted(deeds.filter(is).length, least);

const isAct = ({ type }: Deed): boolean => type !== 'nudge' && type !== 'stare';

/** Returns how well a time fits an award for speed: the shorter the better; null above the limit. */
const quickest = (times: readonly Millis[], limit: Millis): Claim | null => {
  const time = Math.min(...times);
  return time <= limit ? { score: -time, time } : null;
};

/** Counts acts between two moments. */
const during =
  (from: (game: DeedsOfGame) => Millis | null, to: (game: DeedsOfGame) => Millis, least: number): Judge =>
  (player, game) => {
    const begin = from(game);
    return begin === null
      ? null
      : does(deed => isAct(deed) && deed.at >= begin && deed.at <= to(game), least)(player, game);
  };

/** The most frequent key among the deeds, and how often it occurs. */
function favourite(
  deeds: readonly Deed[],
  keyOf: (deed: Deed) => string | null,
  least: number,
): { readonly key: string; readonly n: number } | null {
  const counts = new Map<string, number>();
  for (const deed of deeds) {
    const key = keyOf(deed);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best === undefined || best[1] < least ? null : { key: best[0], n: best[1] };
}

const friend: Judge = ({ deeds }) => {
  const best = favourite(deeds, ({ hero }) => hero, 4);
  const hero = HEROES.find(one => one === best?.key);
  return best === null || hero === undefined ? null : { score: best.n, n: best.n, hero };
};

const compass: Judge = ({ deeds }) => {
  const best = favourite(deeds, ({ by }) => (DIRECTIONS.some(dir => dir === by) ? by : null), 4);
  return best === null ? null : { score: best.n, n: best.n, dir: best.key };
};

/** Judges the award for the most acts within ten seconds. */
const sprint: Judge = ({ deeds }) => {
  const times = deeds.filter(isAct).map(({ at }) => at);
  const most = Math.max(
    0,
    ...times.map(from => times.filter(at => at >= from && at <= from + 10_000).length),
  );
  return counted(most, 4);
};

/** Judges the award for the most acts of one player in a row, without an act of another player in between. */
const streak: Judge = (player, { players }) => {
  const all = players
    .flatMap(one => one.deeds.filter(isAct).map(({ at }) => ({ at, isMine: one === player })))
    .sort((a, b) => a.at - b.at);
  let [best, now] = [0, 0];
  for (const { isMine } of all) {
    now = isMine ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return counted(best, 4);
};

/** Judges the award for the shortest time in which a player moved all four heroes. */
const allFour: Judge = ({ deeds }) => {
  const last = new Map<Hero, Millis>();
  const times: Millis[] = [];
  for (const { hero, at } of deeds) {
    if (hero === null) continue;
    last.set(hero, at);
    if (last.size === HEROES.length) times.push(at - Math.min(...last.values()));
  }
  return quickest(times, 30_000);
};

const first: Judge = (player, { players }) => {
  const at = player.deeds.find(isAct)?.at;
  const isFirst =
    at !== undefined && players.every(one => one === player || (one.deeds.find(isAct)?.at ?? Infinity) > at);
  return isFirst ? { score: 1, time: at } : null;
};

const steady: Judge = ({ deeds }) => {
  const moves = deeds.filter(({ type }) => type === 'move');
  return moves.some(({ isBack }) => isBack) ? null : counted(moves.length, 6);
};

const still: Judge = ({ deeds }) => (deeds.every(isAct) ? counted(deeds.length, 3) : null);

const longest: Judge = ({ deeds }) => counted(Math.max(0, ...deeds.map(({ squares }) => squares)), 3);

const lastGrain: Judge = player =>
  quickest(
    effects(player, 'turned').flatMap(effect => (effect.type === 'turned' ? [effect.left] : [])),
    45_000,
  );

const replies: Judge = ({ deeds }) =>
  quickest(
    deeds.filter(isAct).flatMap(({ sinceNudge }) => (sinceNudge === null ? [] : [sinceNudge])),
    5000,
  );

const laid =
  (is: (effect: Extract<Effect, { readonly type: 'laid' }>) => boolean): Judge =>
  player =>
    counted(effects(player, 'laid').filter(effect => effect.type === 'laid' && is(effect)).length, 1);

/** How awards are judged, the rarest first; the last one is true of everybody. */
const JUDGES = {
  lastGrain,
  winner: causes('won'),
  thief: causes('theft'),
  reply: replies,
  getaway: causes('out', 2),
  camera: causes('camera'),
  ball: causes('ball'),
  decorator: does(({ type }) => type === 'discard'),
  turner: causes('turned', 2),
  items: causes('item', 2),
  wayOut: laid(({ hasExit }) => hasExit),
  firstDoor: laid(({ isFirst }) => isFirst),
  doors: causes('laid', 3),
  first,
  allFour,
  longest,
  relay: does(({ isRelay }) => isRelay, 3),
  streak,
  sprint,
  rider: does(({ by }) => by === 'escalator', 2),
  vortex: does(({ by }) => by === 'vortex', 2),
  afterAlarm: during(
    ({ theftAt }) => theftAt,
    ({ end }) => end,
    4,
  ),
  finale: during(
    ({ end }) => end - 30_000,
    ({ end }) => end,
    5,
  ),
  opening: during(
    () => 0,
    () => 30_000,
    5,
  ),
  nudger: does(({ type }) => type === 'nudge', 2),
  starer: does(({ type }) => type === 'stare', 2),
  dancer: does(({ isBack }) => isBack, 3),
  friend,
  compass,
  steady,
  still,
  busy: does(isAct, 10),
  company: ({ deeds }) => ({ score: 0, n: deeds.filter(isAct).length }),
} as const satisfies Record<string, Judge>;

export type AwardId = keyof typeof JUDGES;
export const AWARD_IDS = Object.keys(JUDGES) as readonly AwardId[];

interface Candidate extends Award {
  readonly score: number;
}

/** One award for each player, in the order of the seats. */
export function awardsOf(game: DeedsOfGame): readonly Award[] {
  const given = new Map<Player, Award>();
  const candidates = AWARD_IDS.map(id => claimsTo(id, game));
  // In the first round each award goes to the player whom it fits best, in the second round to any player whom it fits.
  // The last award fits every player.
  for (const pick of [best, anybody])
    for (const claims of candidates) {
      const award = pick(
        claims.filter(({ player }) => !given.has(player)),
        claims,
      );
      if (award !== undefined && !isGiven(given, award.id)) given.set(award.player, award);
    }
  for (const player of game.players)
    if (!given.has(player))
      given.set(player, { id: 'company', player, values: valuesOf(JUDGES.company(player)) });
  return game.players.flatMap(player => given.get(player) ?? []);
}

const best = (free: readonly Candidate[], all: readonly Candidate[]): Candidate | undefined =>
  free[0] === all[0] && free[0]?.id !== 'company' ? free[0] : undefined;

const anybody = (free: readonly Candidate[]): Candidate | undefined =>
  free[0]?.id === 'company' ? undefined : free[0];

const isGiven = (given: ReadonlyMap<Player, Award>, id: AwardId): boolean =>
  [...given.values()].some(award => award.id === id);

const claimsTo = (id: AwardId, game: DeedsOfGame): readonly Candidate[] =>
  game.players
    .flatMap(player => {
      const claim = (JUDGES[id] as Judge)(player, game);
      return claim === null ? [] : [{ id, player, score: claim.score, values: valuesOf(claim) }];
    })
    .sort((a, b) => b.score - a.score);

function valuesOf({ score: _, ...values }: Claim): AwardValues {
  return values;
}
