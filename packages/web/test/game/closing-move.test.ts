/**
 * Tests of a player's own move that ends talk: sound, banner and announcement come when the server confirms the move,
 * whatever arrives in between.
 */
import type { Notice } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { computed, signal } from '@preact/signals';
import { beforeEach, expect, test } from 'vitest';
import * as given from '../../../rules/test/positions.ts';
import { settings } from '../../src/device/settings.ts';
import { listenForBanners } from '../../src/game/banner-kinds.ts';
import { SCORE, type Sound } from '../../src/sound/score.ts';
import { createSounds } from '../../src/sound/sounds.ts';
import { announceNotices } from '../../src/spoken/speaker.ts';
import type { Session } from '../../src/table/session.ts';
import { speak } from '../table/play-kit.ts';

beforeEach(() => speak('en'));

interface Page {
  readonly session: Session;
  readonly predicted: { value: Game };
  readonly confirmed: { value: Game };
  hear(notice: Notice): void;
}

/** A page whose predicted and confirmed games a test sets. */
function pageAt(game: Game): Page {
  const [predicted, confirmed] = [signal(game), signal(game)];
  const listeners: ((notice: Notice) => void)[] = [];
  const table = (at: typeof predicted): unknown =>
    computed(() => ({ game: at.value, seats: [1, 2], bots: [] }));
  const session = {
    code: 'BCDFGHJK',
    game: predicted,
    table: table(predicted),
    confirmed: table(confirmed),
    seat: signal(0),
    member: signal(1),
    people: signal([]),
    here: signal([1, 2]),
    sandNow: () => 0,
    listen: (listener: (notice: Notice) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  } as unknown as Session;
  return {
    session,
    predicted,
    confirmed,
    hear(notice) {
      for (const listener of listeners) listener(notice);
    },
  };
}

const ANSWER: Notice = { type: 'news', events: [], member: 1, n: 1, mine: true };
const PRESENCE: Notice = { type: 'other', message: { t: 'here', here: [1, 2] } };

const { game: QUIET } = given.start();
const OPEN: Game = { ...QUIET, talking: true };

/** This player moves, something else arrives, and then the move is confirmed. */
function close({ predicted, confirmed, hear }: Page): void {
  predicted.value = QUIET;
  hear(PRESENCE);
  confirmed.value = QUIET;
  hear(ANSWER);
}

test('CM-3e when a move ends talk, its sound is played once', () => {
  const page = pageAt(OPEN);
  const played: Sound[] = [];
  const player = {
    play: (sound: Sound) => void played.push(sound),
    sand: () => undefined,
    stop: () => undefined,
  };
  const end = createSounds(settings, player).attach(page.session);
  close(page);
  page.hear(PRESENCE);
  end();
  expect(played).toEqual([SCORE['talk-closes']]);
});

test('CM-3e when a move ends talk, its banner is shown once', () => {
  const page = pageAt(OPEN);
  const told: string[] = [];
  listenForBanners(page.session, kind => told.push(kind));
  close(page);
  page.hear(ANSWER);
  expect(told).toEqual(['hush']);
});

test('CM-3e when a move ends talk, it is announced once', () => {
  const page = pageAt(OPEN);
  const told: string[] = [];
  page.session.listen(
    announceNotices(page.session, {
      push: messages => told.push(...messages.map(({ text }) => text)),
      stop: () => undefined,
    }),
  );
  close(page);
  page.hear(ANSWER);
  expect(told).toEqual(['Silence!']);
});
