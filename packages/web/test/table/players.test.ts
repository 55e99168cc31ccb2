/**
 * Tests of the players of a finished game: people leave, others move up or sit down, and nobody gets another player's
 * moves.
 */
import type { Notice } from '@hush/protocol';
import { effect } from '@preact/signals';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { announceNotices } from '../../src/spoken/speaker.ts';
import { memberAt, personOf, shownSeatName } from '../../src/table/names.ts';
import { hasPlayed, namesOf, type Players, trackPlayers } from '../../src/table/players.ts';
import type { Session } from '../../src/table/session.ts';
import { Evening, speak } from './play-kit.ts';

let evening: Evening;

beforeAll(() => speak('en'));
afterEach(() => evening.close());

const SAND = 10;
const name = (players: Players): readonly (string | undefined)[] => players.map(player => player?.name);

/** Everybody plays until the sand has run out; bots have the last seats. */
async function playOut(people: readonly string[], bots = 0): Promise<Session> {
  evening = new Evening({ scenario: 1, hourglass: SAND });
  for (const one of people) await evening.sit(one);
  const [host] = evening.sessions;
  if (host === undefined) throw new Error('nobody came');
  if (bots > 0) host.manage({ type: 'seatBot', temper: 'calm', seats: bots });
  await evening.pass();
  await evening.begin();
  await evening.pass((SAND + 1) * 1000);
  expect(evening.game.status).toBe('lost');
  return host;
}

/** What an end screen remembers about the players while it is shown. */
function remembered(session: Session): () => Players {
  const players = trackPlayers(session);
  effect(() => void players.value);
  return () => players.value;
}

async function leave(session: Session | undefined): Promise<void> {
  session?.manage({ type: 'leave' });
  await evening.pass();
}

test('PR-88a a player who has left keeps seat and name in the result, and the bot that follows is not shown under that name', async () => {
  const ann = await playOut(['Ann', 'Bo'], 1);
  const players = remembered(ann);
  await leave(evening.sessions[1]);
  expect(ann.table.value.seats).toHaveLength(2);
  expect(name(players())).toEqual(['Ann', 'Bo', 'Bot 1']);
  expect(namesOf(players())).toEqual(['Ann', 'Bo']);
  const bot = ann.table.value.bots?.[0]?.member ?? 0;
  ann.manage({ type: 'kick', member: bot });
  await evening.pass();
  expect(name(players())).toEqual(['Ann', 'Bo', 'Bot 1']);
  expect(namesOf(players())).toEqual(['Ann', 'Bo']);
});

test('PR-88a a member who takes a seat after the end has not played, on a page that saw the end', async () => {
  const ann = await playOut(['Ann', 'Bo', 'Cy']);
  const players = remembered(ann);
  await leave(evening.sessions[1]);
  await evening.sit('Dee');
  expect(ann.table.value.seats).toHaveLength(3);
  expect(namesOf(players())).toEqual(['Ann', 'Bo', 'Cy']);
});

test('PR-88a a member who takes a seat after the end has not played, on a page that is opened later', async () => {
  await playOut(['Ann', 'Bo', 'Cy']);
  await leave(evening.sessions[1]);
  const dee = await evening.sit('Dee');
  expect(name(remembered(dee)())).toEqual(['Ann', 'Bo', 'Cy']);
  expect(namesOf(remembered(dee)())).toEqual(['Ann', 'Bo', 'Cy']);
});

test('PR-88a a player who left during the game is named beside their moves, but not in the book', async () => {
  evening = new Evening({ scenario: 1, hourglass: SAND });
  for (const one of ['Ann', 'Bo', 'Cy']) await evening.sit(one);
  await evening.begin();
  const [ann, bo] = evening.sessions;
  if (ann === undefined) throw new Error('nobody came');
  await leave(bo);
  // Behaves like an end screen, which appears with the end of the game and before the names change.
  let players: (() => Players) | null = null;
  const unmounted = effect(() => {
    if (ann.game.value?.status === 'lost') players ??= remembered(ann);
  });
  await evening.pass((SAND + 1) * 1000);
  unmounted();
  expect(evening.game.status).toBe('lost');
  const expectNamed = (found: Players): void => {
    expect(name(found)).toEqual(['Ann', 'Bo', 'Cy']);
    expect(namesOf(found)).toEqual(['Ann', 'Cy']);
  };
  expectNamed((players ?? remembered(ann))());
  expectNamed(remembered(await evening.sit('Eve'))());
});

test('PR-88a a player who was kicked is no longer named, neither during the game nor after it', async () => {
  evening = new Evening({ scenario: 1, hourglass: SAND });
  for (const one of ['Ann', 'Bo', 'Cy', 'Dee']) await evening.sit(one);
  const [ann] = evening.sessions;
  if (ann === undefined) throw new Error('nobody came');
  const players = remembered(ann);
  await evening.begin();
  ann.manage({ type: 'kick', member: 2 });
  await evening.pass((SAND + 1) * 1000);
  expect(name(players())).toEqual(['Ann', undefined, 'Cy', 'Dee']);
  ann.manage({ type: 'kick', member: 3 });
  await evening.pass();
  expect(name(players())).toEqual(['Ann', undefined, undefined, 'Dee']);
  expect(namesOf(players())).toEqual(['Ann', 'Dee']);
});

test('PR-88b a bot that was removed after the end is still shown as a bot to members who come later', async () => {
  const ann = await playOut(['Ann', 'Bo'], 1);
  ann.manage({ type: 'kick', member: ann.table.value.bots?.[0]?.member ?? 0 });
  await evening.pass();
  const dee = await evening.sit('Dee');
  expect(name(remembered(dee)())).toEqual(['Ann', 'Bo', 'Bot']);
  expect(namesOf(remembered(dee)())).toEqual(['Ann', 'Bo']);
});

test('PR-88a a finished game lists its players, each with their actions', async () => {
  const ann = await playOut(['Ann', 'Bo', 'Cy']);
  const crew = (): readonly (string | undefined)[] =>
    [0, 1, 2].map(seat => personOf(ann.people.value, memberAt(ann.table.value, seat)).name);
  await leave(evening.sessions[0]); // the other members move up to the empty seats
  await evening.sit('Dee');
  expect(ann.table.value.seats).toEqual([2, 3, 4]);
  expect(crew()).toEqual(['Ann', 'Bo', 'Cy']);
  evening.sessions[1]?.manage({ type: 'begin' });
  await evening.pass();
  expect(crew()).toEqual(['Bo', 'Cy', 'Dee']);
});

test('PR-88a sentences about a finished game name the player who had the seat', async () => {
  await playOut(['Ann', 'Bo', 'Cy']);
  const [ann, bo] = evening.sessions;
  if (bo === undefined) throw new Error('nobody came');
  await leave(ann);
  expect(bo.table.value.seats).toEqual([2, 3]);
  expect([0, 1, 2].map(seat => shownSeatName(bo, seat))).toEqual(['Ann', 'Bo', 'Cy']);
  const told: string[] = [];
  const ears: ((notice: Notice) => void)[] = [];
  const page: Session = {
    ...bo,
    listen: ear => {
      ears.push(ear);
      return () => undefined;
    },
  };
  page.listen(
    announceNotices(page, {
      push: messages => told.push(...messages.map(({ text }) => text)),
      stop: () => undefined,
    }),
  );
  const events = [{ type: 'paused', at: 1, seat: 2 }] as const;
  for (const hear of ears) hear({ type: 'news', events, member: 3, n: 1, mine: false });
  expect(told).toEqual(['Cy: pause.']);
});

test('PR-88a a member who takes a seat after the end is not told that they won or lost', async () => {
  const ann = await playOut(['Ann', 'Bo', 'Cy']);
  await leave(evening.sessions[1]);
  const dee = await evening.sit('Dee');
  expect(dee.seat.value).toBe(2); // the seat number is below the number of players, three
  expect(hasPlayed(dee, evening.game)).toBe(false);
  expect(hasPlayed(ann, evening.game)).toBe(true);
  expect(hasPlayed(evening.sessions[2] ?? dee, evening.game)).toBe(true);
});

test('PR-88c with an older server the members at the seats count as the players, but not more members than the game had players', async () => {
  const ann = await playOut(['Ann', 'Bo']);
  await evening.sit('Dee');
  const { played, ...table } = ann.table.value;
  expect(played).toHaveLength(2);
  const older = { people: ann.people, table: { ...ann.table, value: table } } as unknown as Session;
  expect(namesOf(trackPlayers(older).value)).toEqual(['Ann', 'Bo']);
});
