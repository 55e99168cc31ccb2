/**
 * Journeys with signals that are allowed in silence: staring, moving and passing on the pawn, the leader's pawn, tapping
 * in Pocket (CM-1, SC-9, SC-15).
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../../server/test/player-client.ts';
import { TIME_IS_KNOWN } from './journey-world.ts';
import { expectAccessible, journey, sharedJourneys, takePicture } from './kit.ts';
import { expectSilence, exploreWithElf, LONG, pageOf, press, regulars, seeing, start } from './talk-kit.ts';

const sharedJourney = sharedJourneys(regulars);
/** Makes two presses with no time between them by the page's clock, however busy the machine is. */
const twice = (button: Element): void => {
  for (const _ of [1, 2]) (button as HTMLElement).click();
};

const nudgeKey = (page: Page) => page.locator('.dock .key.nudge');

sharedJourney(
  'CM-1f CM-1g CM-1h the pawn is passed on with one press and looks sillier each time, and stares are visible to all',
  async (circle, world) => {
    const wish = { scenario: 1, ...LONG };
    const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
    const { page: watcher } = await world.open(`/t/${circle.code}?view=watch`);
    await start(circle, wish);
    await seeing(
      () => press(laptop, 'Do something, Tomasz!'),
      phone.locator('.signal.nudged.level-1'),
      watcher.locator('.at-seat.pawnMoved'),
    );
    await Promise.all([
      takePicture(phone, 'signal-nudged-phone'),
      takePicture(watcher, 'signal-nudged-desktop'),
    ]);
    await phone.getByRole('region', { name: 'Do something!' }).waitFor();
    await expectAccessible(phone);
    await phone.getByRole('button', { name: 'Pass the pawn on to Ines' }).tap();
    await until(() => circle.game().pawn === 2, 'the pawn before Ines');
    await phone.getByRole('region', { name: 'Do something!' }).waitFor({ state: 'detached' });
    // The friend puts the pawn before its sender several times.
    await seeing(async () => circle.friend.do({ type: 'nudge', to: 1 }), phone.locator('.signal.level-2'));
    await phone.getByRole('button', { name: 'Pass the pawn on to Ines' }).tap();
    await until(() => circle.game().pawn === 2, 'the pawn before Ines');
    await seeing(async () => circle.friend.do({ type: 'nudge', to: 1 }), phone.locator('.signal.level-3'));
    await takePicture(phone, 'signal-furious-phone');
    // A stare, because a nudge would come too soon after the last one.
    await seeing(
      () => laptop.getByRole('button', { name: 'Do something, Ines!' }).evaluate(twice),
      laptop.getByText('Easy! Wait a moment before you do that again.').first(),
    );
    await seeing(
      () => press(laptop, 'Stare at Tomasz'),
      phone.locator('.signal.stared').getByText('Mina stares at you'),
      watcher.locator('.at-seat.stared'),
    );
    await Promise.all([
      takePicture(phone, 'signal-stared-phone'),
      takePicture(watcher, 'signal-stared-desktop'),
    ]);
    // With three players, the nudge key on the phone stares at a player.
    await nudgeKey(phone).tap();
    await seeing(
      () => phone.getByRole('button', { name: 'Stare at Mina' }).first().tap(),
      laptop.locator('.signal.stared').getByText('Tomasz stares at you'),
    );
    await takePicture(laptop, 'signal-stared-me-desktop');
  },
);

sharedJourney('SC-9d only the leader can move the pawn, and everybody can stare', async circle => {
  const wish = { scenario: 9, level: 12, ...LONG };
  const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
  const leader = (): number => circle.game().actionTiles.findIndex(tile => tile.length === 0);
  await start(circle, wish, async () => {
    if (leader() === 0) return;
    await press(laptop, leader() === 1 ? 'Swap with Tomasz' : 'Swap with Ines');
    await until(() => leader() === 0, 'the lead');
  });
  await nudgeKey(laptop).waitFor();
  expect(await nudgeKey(phone).count()).toBe(0);
  await laptop.locator('.mate.me').getByText('Leads').waitFor();
  await seeing(() => press(laptop, 'Do something, Tomasz!'), phone.locator('.signal.nudged'));
  expect(await phone.getByRole('region', { name: 'Do something!' }).count()).toBe(0);
  await takePicture(laptop, 'signal-leader-desktop');
  await takePicture(phone, 'signal-led-phone');
  await seeing(
    () => phone.getByRole('button', { name: 'Stare at Mina' }).first().tap(),
    laptop.locator('.signal.stared').getByText('Tomasz stares at you'),
  );
  circle.friend.do({ type: 'nudge', to: 0 });
  await until(() => circle.friend.refusals.includes('not-leader'), 'a refusal');
  expect(circle.game().pawn).toBe(1);
  await expectAccessible(laptop);
});

sharedJourney(
  'SC-15a SC-15b SC-15c scenario 15 has no pawn and no talk window, and stares are visible to all',
  async circle => {
    const wish = { scenario: 15, level: 12, ...LONG };
    const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
    await start(circle, wish);
    for (const page of [laptop, phone]) {
      expect(await nudgeKey(page).count()).toBe(0);
      expect(await page.getByRole('button', { name: /^Do something/ }).count()).toBe(0);
    }
    await seeing(
      () => phone.getByRole('button', { name: 'Stare at Mina' }).first().tap(),
      laptop.locator('.signal.stared'),
    );
    await seeing(async () => circle.friend.do({ type: 'stare', to: 0 }), phone.locator('.at-seat.stared'));
    await takePicture(phone, 'signal-eyes-phone');
    circle.friend.do({ type: 'nudge', to: 0 });
    await until(() => circle.friend.refusals.includes('no-pawn'), 'a refusal');
    expect(circle.game().pawn).toBeNull();
    // in other scenarios a tile explored with the elf opens a talk window; in scenario 15 it does not
    await exploreWithElf(circle);
    await expectSilence(circle);
    await expectAccessible(phone);
  },
);

// Played by other people, because a player who was nudged in the last half minute gets a sillier pawn.
journey(
  'CM-1j in Pocket taps replace the pawn, look sillier each time, and cannot be passed on',
  async world => {
    const circle = await regulars(world);
    const wish = { scenario: 1, edition: 'pocket-nl', ...LONG };
    const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
    await start(circle, wish);
    await seeing(
      () => press(laptop, 'Do something, Tomasz!'),
      phone.getByText('Tap, tap: do something!', { exact: true }),
    );
    expect(await phone.getByRole('region', { name: 'Do something!' }).count()).toBe(0);
    for (const level of [2, 3]) {
      await world.pass(TIME_IS_KNOWN); // waits until the player may nudge again
      await seeing(() => press(laptop, 'Do something, Tomasz!'), phone.locator(`.signal.level-${level}`));
    }
    await takePicture(phone, 'signal-tapped-phone');
  },
);
