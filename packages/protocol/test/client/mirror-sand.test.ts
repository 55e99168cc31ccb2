/** Tests that a `sand` message between a command and its answer does not lose the command. */
import { reach } from '@hush/rules';
import { expect, test } from 'vitest';
import { Mirror, type PlayCommand, type ServerMessage } from '../../src/index.ts';
import { asked, Place, raise, type Visitor } from '../table/table-kit.ts';
import { settled } from '../virtual-time.ts';

/** A running game with one player and that player's mirror. */
async function playing() {
  const place = await Place.create({ wish: { scenario: 1, hourglass: 600 } });
  const [ann, bo] = [await place.sit('Ann'), await place.sit('Bo')];
  ann.manage({ type: 'begin' });
  ann.do({ type: 'start' });
  await settled();
  const mirror = new Mirror(() => place.time.now);
  let heard = 0;
  const told = (): void => {
    for (const frame of bo.frames.slice(heard)) mirror.receive(JSON.parse(frame));
    heard = bo.frames.length;
  };
  told();
  return { place, bo, mirror, told };
}

function aMove(place: Place, visitor: Visitor): PlayCommand {
  const move = reach(place.game, visitor.seat).find(({ type }) => type === 'move');
  return asked(move ?? raise('no move'));
}

const TOLD: readonly (readonly [string, ServerMessage])[] = [
  ['stops', { t: 'sand', sand: { at: 1_000, runs: false } }],
  ['runs again', { t: 'sand', sand: { at: 1_000, runs: true } }],
  ['is told in an answer', { t: 'pong', at: 0, sand: { at: 1_000, runs: true } }],
];

test.each(TOLD)(
  'PR-9e when the sand %s, an unanswered move stays predicted and is sent again',
  async (_, message) => {
    const { place, bo, mirror, told } = await playing();
    const move = mirror.do(aMove(place, bo));
    const foreseen = mirror.game?.heroes;
    expect(foreseen).not.toEqual(mirror.confirmed.game?.heroes);

    expect(mirror.receive(message)).toEqual({ type: 'other', message });
    expect(mirror.unanswered).toBe(1);
    expect(mirror.unsent()).toEqual([move]);
    expect(mirror.isWanted(move)).toBe(true);
    expect(mirror.game?.heroes).toEqual(foreseen);

    bo.say(move); // the command is then executed as usual
    await settled();
    told();
    expect(mirror.unanswered).toBe(0);
    expect(mirror.game?.heroes).toEqual(foreseen);
    expect(mirror.confirmed).toEqual(place.table.state);
  },
);

test('PR-13b a pong that took one second does not replace the estimate from a quicker one', async () => {
  const { place, mirror } = await playing();
  const now = place.time.now;
  mirror.receive({ t: 'pong', at: now - 20, sand: { at: 1_000, runs: true } });
  expect([mirror.sandNow(), mirror.roundTrip]).toEqual([1_010, 20]);
  // with this reading alone the estimate would be 1,400
  mirror.receive({ t: 'pong', at: now - 1_000, sand: { at: 900, runs: true } });
  expect([mirror.sandNow(), mirror.roundTrip]).toEqual([1_010, 20]);
});
