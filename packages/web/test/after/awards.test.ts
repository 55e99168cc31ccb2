/** Tests that every player gets one award, that no two players get the same one, and that awards agree with the events. */
import { playContest } from '@hush/bots';
import { deckOf, type GameEvent, prepareGame, type Wish } from '@hush/rules';
import { expect, test } from 'vitest';
import { AWARD_IDS, type Award, type AwardId, awardsOf } from '../../src/after/awards.ts';
import { type DeedsOfGame, deedsOf } from '../../src/after/deeds.ts';

const WISHES: readonly Wish[] = [1, 3, 5, 6, 7, 11, 13].map(scenario => ({ scenario, players: 4 }));

function dice(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

/**
 * A game of bots whose seats count as people; the players sometimes nudge and stare, and sometimes a bot takes over a
 * seat.
 */
function played(n: number): readonly GameEvent[] {
  const wish = { ...WISHES[n % WISHES.length], players: 2 + (n % 5) } as Wish;
  const prepared = prepareGame(wish, `award ${n}`);
  if (!prepared.ok) throw new Error(prepared.error);
  const below = dice(n);
  const events: GameEvent[] = [prepared.value.event, { type: 'gameStarted', at: 0 }];
  playContest({ wish, seed: `award ${n}`, tempers: ['brisk', 'calm', 'lightning'] }, event => {
    const [seat, to] = [below(wish.players), below(wish.players)];
    if ('seat' in event && below(6) === 0) events.push({ type: 'pawnMoved', at: event.at, seat, to });
    if ('seat' in event && below(9) === 0) events.push({ type: 'stared', at: event.at, seat, to });
    // the log names the seat of a bot once (GB-1i)
    const isPerson = !events.some(one => one.type === 'botSat' && one.seat === seat);
    if ('seat' in event && n % 3 === 0 && event.at > 0 && isPerson && below(60) === 0)
      events.push({ type: 'botSat', at: event.at, seat });
    events.push(event);
  });
  return events;
}

const GAMES = Array.from({ length: 120 }, (_, n) => played(n)).map(events => {
  const deeds = deedsOf(events);
  if (deeds === null) throw new Error('no game');
  return { events, deeds, awards: awardsOf(deeds) };
});

test('PR-120a every player of a game gets exactly one award', () => {
  for (const { deeds, awards } of GAMES) expect(awards.map(({ player }) => player)).toEqual(deeds.players);
});

test('PR-120a no two players get the same award, except the last one, which fits everybody', () => {
  for (const { awards } of GAMES) {
    const ids = awards.map(({ id }) => id).filter(id => id !== 'company');
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('PR-120b there are at least 24 awards, and games of many kinds give at least 24 of them', () => {
  expect(AWARD_IDS.length).toBeGreaterThanOrEqual(24);
  expect(new Set(GAMES.flatMap(({ awards }) => awards.map(({ id }) => id))).size).toBeGreaterThanOrEqual(24);
});

/** The actions of a player, as events; from the moment a bot takes over the seat they count for the bot. */
function actsOf(
  events: readonly GameEvent[],
  { player }: Award,
): readonly { readonly event: GameEvent; readonly i: number }[] {
  let tookOver = 0;
  return events.flatMap((event, i) => {
    if (event.type === 'botSat' && event.seat === player.seat) tookOver++;
    const isMine = 'seat' in event && event.seat === player.seat && tookOver > 0 === player.isBot;
    return isMine && ACTS.includes(event.type) ? [{ event, i }] : [];
  });
}

const ACTS: readonly GameEvent['type'][] = ['heroMoved', 'tileDrawn', 'tileDiscarded', 'actionTurned'];
const SIGNALS: readonly GameEvent['type'][] = ['pawnMoved', 'tapped', 'stared'];

/** The types of the events that follow an action, up to the next action. */
function following(events: readonly GameEvent[], i: number): readonly GameEvent[] {
  const rest = events.slice(i + 1);
  const end = rest.findIndex(({ type }) => ACTS.includes(type));
  return end < 0 ? rest : rest.slice(0, end);
}

type Truth = (facts: {
  readonly mine: readonly { readonly event: GameEvent; readonly i: number }[];
  readonly events: readonly GameEvent[];
  readonly award: Award;
  readonly deeds: DeedsOfGame;
}) => boolean;

const followedBy =
  (type: GameEvent['type']): Truth =>
  ({ mine, events, award: { values } }) =>
    mine.reduce((n, { i }) => n + following(events, i).filter(event => event.type === type).length, 0) ===
    values.n;

const moves =
  (
    is: (event: Extract<GameEvent, { readonly type: 'heroMoved' }>, values: Award['values']) => boolean,
  ): Truth =>
  ({ mine, award: { values } }) =>
    mine.filter(({ event }) => event.type === 'heroMoved' && is(event, values)).length === values.n;

const between =
  (from: (deeds: DeedsOfGame) => number, to: (deeds: DeedsOfGame) => number): Truth =>
  ({ mine, deeds, award: { values } }) =>
    mine.filter(({ event: { at } }) => at >= from(deeds) && at <= to(deeds)).length === values.n;

const signals =
  (types: readonly GameEvent['type'][]): Truth =>
  ({ events, award: { player, values } }) => {
    const all = events.filter(
      event => types.includes(event.type) && 'seat' in event && event.seat === player.seat,
    );
    return (
      player.deeds.filter(({ type }) => type === (types[0] === 'stared' ? 'stare' : 'nudge')).length ===
        values.n && all.length >= (values.n ?? 0)
    );
  };

const TRUTHS: Partial<Record<AwardId, Truth>> = {
  lastGrain: ({ mine, events }) =>
    mine.some(({ i }) => following(events, i).some(({ type }) => type === 'hourglassTurned')),
  winner: followedBy('gameWon'),
  thief: followedBy('theftHappened'),
  getaway: followedBy('heroLeft'),
  camera: followedBy('cameraSwitchedOff'),
  ball: followedBy('ballUsed'),
  turner: followedBy('hourglassTurned'),
  doors: followedBy('tileLaid'),
  decorator: ({ mine, award: { values } }) =>
    mine.filter(({ event }) => event.type === 'tileDiscarded').length === values.n,
  firstDoor: ({ mine, events }) => {
    const first = events.findIndex(({ type }) => type === 'tileLaid');
    return mine.some(({ i }) => following(events, i).includes(events[first] as GameEvent));
  },
  wayOut: ({ mine, events }) =>
    mine.some(({ i }) =>
      following(events, i).some(
        event =>
          event.type === 'tileLaid' &&
          deckOf({ tiles: null, side: 'A' })[event.tile]?.features.some(feature => feature?.type === 'exit'),
      ),
    ),
  first: ({ mine, events, award: { values } }) =>
    mine[0]?.event === events.find(({ type }) => ACTS.includes(type)) && mine[0]?.event.at === values.time,
  rider: moves(({ by }) => by === 'escalator'),
  vortex: moves(({ by }) => by === 'vortex'),
  friend: moves(({ hero }, values) => hero === values.hero),
  compass: moves(({ by }, values) => by === values.dir),
  afterAlarm: between(
    ({ theftAt }) => theftAt ?? Number.POSITIVE_INFINITY,
    ({ end }) => end,
  ),
  finale: between(
    ({ end }) => end - 30_000,
    ({ end }) => end,
  ),
  opening: between(
    () => 0,
    () => 30_000,
  ),
  busy: ({ mine, award: { values } }) => mine.length === values.n,
  company: ({ mine, award: { values } }) => mine.length === values.n,
  still: ({ award: { player } }) => player.deeds.every(({ type }) => type !== 'nudge' && type !== 'stare'),
  nudger: signals(['pawnMoved', 'tapped']),
  starer: signals(['stared']),
  allFour: ({ mine }) =>
    new Set(mine.flatMap(({ event }) => (event.type === 'heroMoved' ? [event.hero] : []))).size === 4,
  sprint: ({ mine, award: { values } }) =>
    mine.some(
      ({ event: { at } }) =>
        mine.filter(({ event }) => event.at >= at && event.at <= at + 10_000).length === values.n,
    ),
  reply: ({ events, award: { player, values } }) =>
    events.some(event => SIGNALS.includes(event.type) && 'to' in event && event.to === player.seat) &&
    (values.time ?? 0) <= 5000,
};

test('PR-120c what an award says is true of the events', () => {
  for (const { events, deeds, awards } of GAMES)
    for (const award of awards) {
      const truth = TRUTHS[award.id];
      if (truth === undefined) continue;
      const mine = actsOf(events, award);
      expect({
        id: award.id,
        values: award.values,
        isTrue: truth({ mine, events, award, deeds }),
      }).toMatchObject({ isTrue: true });
    }
});

test('PR-120d from the moment a bot takes a seat over, the actions of that seat count for the bot', () => {
  let seen = 0;
  for (const { events, deeds } of GAMES) {
    for (const bot of deeds.players.filter(({ tookOver }) => tookOver)) {
      seen++;
      const person = deeds.players.find(({ seat, isBot }) => seat === bot.seat && !isBot);
      const satAt = events.find(event => event.type === 'botSat' && event.seat === bot.seat)?.at ?? 0;
      for (const { at } of person?.deeds ?? []) expect(at).toBeLessThanOrEqual(satAt);
      for (const { at } of bot.deeds) expect(at).toBeGreaterThanOrEqual(satAt);
    }
  }
  expect(seen).toBeGreaterThan(10);
});

test('PR-120a everybody gets an award even for a game in which nobody did anything', () => {
  const prepared = prepareGame({ scenario: 1, players: 3 }, 'nothing');
  if (!prepared.ok) throw new Error(prepared.error);
  const events: readonly GameEvent[] = [
    prepared.value.event,
    { type: 'gameStarted', at: 0 },
    { type: 'gameLost', at: 180_000, reason: 'sand' },
  ];
  const deeds = deedsOf(events);
  expect(deeds === null ? [] : awardsOf(deeds).map(({ id }) => id)).toEqual([
    'company',
    'company',
    'company',
  ]);
  expect(deedsOf([])).toBe(null);
});
