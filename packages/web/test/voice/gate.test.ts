/** Tests of when voices may be heard: what the rules say for the version that a page has, for senders and receivers. */
import type { TableState } from '@hush/protocol';
import { beginGame, type Game, type HouseRules, prepareGame } from '@hush/rules';
import { expect, test } from 'vitest';
import { mayHear, mayHearMember, maySpeak, shownLinks, type VoiceGateState } from '../../src/voice/gate.ts';

interface Moment {
  readonly scenario?: number;
  readonly status?: Game['status'];
  readonly talking?: boolean;
}

/** A game of this scenario that has reached this moment. */
function gameNow(
  { scenario = 1, status = 'playing', talking = false }: Moment,
  house: Partial<HouseRules> = {},
): Game {
  const prepared = prepareGame({ scenario, players: 4, house }, 'a seed');
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...beginGame(prepared.value.event), status, talking };
}

const tableWith = (game: Game | null): TableState => ({
  wish: { scenario: 1 },
  seats: [1, 2, 3, 4],
  host: 1,
  locked: false,
  ready: [],
  nextMember: 5,
  game,
  games: game === null ? 0 : 1,
});

const LOBBY = tableWith(null);
const known = (confirmed: TableState, more: Partial<VoiceGateState> = {}): VoiceGateState => ({
  online: true,
  confirmed,
  predicted: confirmed,
  me: 1,
  ...more,
});

const STATES: readonly (readonly [string, Game | null, boolean])[] = [
  ['SU-5a the lobby', null, true],
  ['SU-5a setting up', gameNow({ status: 'setup' }), true],
  ['CM-2b silence', gameNow({}), false],
  ['CM-3a a talk window', gameNow({ talking: true }), true],
  ['CM-5a free talk', gameNow({}, { freeTalk: true }), true],
  ['HG-8g a pause in a talk window', gameNow({ talking: true, status: 'paused' }), false],
  ['HG-8g a pause in free talk', gameNow({ status: 'paused' }, { freeTalk: true }), false],
  ['SC-12b gestures only', gameNow({ talking: true, scenario: 12 }), false],
  ['SC-14a no talking at all', gameNow({ talking: true, scenario: 14 }, { freeTalk: true }), false],
  ['SC-15a only eyes', gameNow({ talking: true, scenario: 15 }), false],
  ['CM-4 after a game', gameNow({ status: 'won' }), true],
  ['CM-4 after a lost game', gameNow({ status: 'lost' }), true],
];

test.each(STATES)('PR-32a in the state %s voices may be heard: %s', (_, game, isOpen) => {
  const now = known(tableWith(game));
  expect(mayHear(now)).toBe(isOpen);
  expect(maySpeak(now)).toBe(isOpen);
  expect(mayHearMember(now, 2, new Set())).toBe(isOpen);
});

test.each(STATES)(
  'PR-32a in the state %s no voice is heard or sent while the connection to the server is lost',
  (_, game) => {
    const now = known(tableWith(game), { online: false });
    expect([mayHear(now), maySpeak(now), mayHearMember(now, 2, new Set())]).toEqual([false, false, false]);
  },
);

test('CM-1b CM-1e CM-3e a player’s own move closes the microphone at once, and other voices are muted when the server confirms the move', () => {
  const open = tableWith(gameNow({ talking: true }));
  const closed = tableWith(gameNow({}));
  expect(maySpeak(known(open, { predicted: closed }))).toBe(false);
  expect(mayHear(known(open, { predicted: closed }))).toBe(true);
  expect(mayHear(known(closed, { predicted: open }))).toBe(false);
  expect(maySpeak(known(closed, { predicted: open }))).toBe(false);
});

test('PR-20b a member whom the host has muted is not heard and sends nothing', () => {
  const muted = { ...LOBBY, muted: [2] };
  expect(mayHearMember(known(muted), 2, new Set())).toBe(false);
  expect(mayHearMember(known(muted), 3, new Set())).toBe(true);
  expect(maySpeak(known(muted, { me: 2 }))).toBe(false);
  expect(maySpeak(known(muted))).toBe(true);
  expect(mayHearMember(known(LOBBY), 3, new Set([3]))).toBe(false);
  expect(mayHearMember(known(LOBBY), 2, new Set([3]))).toBe(true);
});

test('CM-2p that other players turn voice off or on during silence is not shown on the page before talk is open', () => {
  const links = (text: string): ReadonlyMap<number, string> =>
    new Map(text.split(' ').flatMap(one => (one === '' ? [] : [[Number(one[0]), one.slice(1)] as const])));
  let seen = links('2joined 3joining');
  for (const truth of ['3joined', '2joining 3joined', '2joined 4joined', '', '2blocked 3joining 4joining'])
    seen = shownLinks(links(truth), seen, false);
  expect(seen).toEqual(links('2joined 3joining'));
  expect(shownLinks(links('4joined'), links(''), false)).toEqual(links(''));
  expect(shownLinks(links('2blocked 4joined'), seen, true)).toEqual(links('2blocked 4joined'));
});
