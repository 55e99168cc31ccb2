/** Journeys of talk windows: chat and gestures while they are open, and none after silence begins. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../../server/test/player-client.ts';
import type { JourneyWorld } from './journey-world.ts';
import { expectAccessible, journey, openTable, sharedJourneys, takePicture } from './kit.ts';
import { passTime, passUntilGone } from './steered-time.ts';
import {
  anyStep,
  type Circle,
  canStep,
  circleOf,
  deal,
  expectSilence,
  exploreWithElf,
  LONG,
  make,
  pageOf,
  press,
  regulars,
  seeing,
  start,
  turn,
} from './talk-kit.ts';

const corner = (page: Page) => page.getByRole('button', { name: /^Talk/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Talk' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Your message' });
const seen = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Sends phrases and free text; then their author deletes some of them, and the host others. */
async function writeAndTakeBack(laptop: Page, phone: Page): Promise<void> {
  await seeing(
    () => panel(laptop).getByRole('button', { name: 'Hello!' }).click(),
    phone.locator('.peeks').getByText('Hello!'),
  );
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Talk, 1 new message' }).tap();
  await phone.locator('.talk-log').getByText('Hello!').waitFor();
  await write(phone, 'cześć <b>Mina</b>');
  await seen(laptop, 'cześć <b>Mina</b>');
  expect(await laptop.locator('.talk-log b b').count()).toBe(0);
  await expectAccessible(laptop);
  await expectAccessible(phone);
  await takePicture(laptop, 'talk-lobby-desktop');
  await takePicture(phone, 'talk-lobby-phone');
  // The author deletes one message, and the host another one.
  await phone.getByRole('button', { name: /^Take back: cześć/ }).tap();
  await expect.poll(() => laptop.getByText('cześć').count()).toBe(0);
  await write(phone, 'rude');
  await laptop.getByRole('button', { name: 'Take back: rude' }).click();
  await phone.locator('.talk-log').getByText('rude').waitFor({ state: 'detached' });
}

/**
 * The host mutes a member, who stays muted after leaving and coming back; then a device mutes the member, and the host
 * removes them.
 */
async function muteAndShowOut({ code, friend }: Circle, laptop: Page, phone: Page): Promise<void> {
  await panel(laptop).getByRole('tab', { name: 'People' }).click();
  await press(laptop, 'Mute Tomasz for everyone');
  await phone.getByText('The host has muted you.').waitFor();
  await takePicture(laptop, 'talk-people-desktop');
  await phone.keyboard.press('Escape');
  await openTable(phone);
  await press(phone, 'Leave the table');
  await press(phone, 'Yes, do it');
  await panel(laptop).getByText('Tomasz').waitFor({ state: 'detached' });
  await phone.goto(`/t/${code}`);
  await phone.locator('.own-seat').waitFor();
  await corner(phone).tap();
  await phone.getByText('The host has muted you.').waitFor();
  await press(laptop, 'Unmute Tomasz');
  await field(phone).waitFor();
  // A member is muted on this device alone.
  await press(laptop, 'Mute Tomasz for me');
  await panel(laptop).getByRole('tab', { name: 'Write' }).click();
  await write(phone, 'unheard');
  await phone.locator('.talk-log').getByText('unheard').waitFor();
  friend.do({ type: 'say', text: 'heard' });
  await laptop.locator('.talk-log').getByText('heard', { exact: true }).waitFor();
  expect(await laptop.getByText('unheard').count()).toBe(0);
  // A member is reported to the operator.
  await panel(laptop).getByRole('tab', { name: 'People' }).click();
  await press(laptop, 'Unmute Tomasz for me');
  await press(laptop, 'Report Tomasz to the people who run this server');
  await panel(laptop).getByText('Reported', { exact: true }).waitFor();
  // A member is removed by the host.
  await press(laptop, 'Remove Tomasz');
  await press(laptop, 'Yes, do it');
  await phone
    .getByText(/asked you to leave|shown you out|host/i)
    .first()
    .waitFor();
}

/** Milliseconds: after six messages at once the server accepts one every 700 ms. */
const TALK_APART = 750;

const ZALGO = `h${'\u0336\u0321\u035c'.repeat(40)}i`;

/** Sends foreign scripts, marks that change the writing direction, stacked accents, and ten thousand characters. */
async function writeNastily({ pageServer }: JourneyWorld, laptop: Page, phone: Page): Promise<void> {
  const before = await phone.locator('.talk-log li').count();
  const nasty = [
    '<img src=x onerror=alert(1)>',
    '"><script>document.title="stolen"</script>',
    '\u202Eevil\u202C \u2066right\u2069',
    ZALGO,
    '\u{1F469}\u200D\u{1F680} \u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627',
    '\uFDFD'.repeat(30),
    'W'.repeat(280),
  ];
  for (const [i, text] of nasty.entries()) {
    await write(laptop, text);
    await phone
      .locator('.talk-log li')
      .nth(before + i)
      .waitFor();
    await pageServer.clock.pass(TALK_APART);
  }
  const shown = (await phone.locator('.talk-log .bubble > bdi').allTextContents()).join('|');
  expect(shown).toContain('<img src=x onerror=alert(1)>');
  expect(shown).toContain('evil right');
  expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069]|\p{M}{4}/u);
  expect(await phone.title()).toContain('Hush');
  const { width } = (await phone.locator('.talk-panel').boundingBox()) ?? { width: 999 };
  expect(width).toBeLessThanOrEqual(390);
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await takePicture(phone, 'talk-nasty-phone');
  // Ten thousand characters: the field accepts only the limit, and a longer message is refused with a sentence.
  await field(laptop).evaluate(input => input.removeAttribute('maxlength'));
  await write(laptop, 'x'.repeat(10_000));
  await seen(laptop, 'At most 280 characters, please.');
  await field(laptop).fill('\u200B\u202E');
  await field(laptop).press('Enter');
  await seen(laptop, 'Type a message first.');
  await expectAccessible(laptop);
}

journey(
  'SU-5a CM-4 CM-2f CM-2h before and after a game everybody may write without markup, and words can be withdrawn, muted and their author removed',
  async world => {
    const circle = await circleOf(world, { scenario: 1, ...LONG });
    const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
    await corner(laptop).click();
    await writeAndTakeBack(laptop, phone);
    await writeNastily(world, laptop, phone);
    await muteAndShowOut(circle, laptop, phone);
  },
);

const sharedJourney = sharedJourneys(regulars);

sharedJourney(
  'CM-3d CM-3e SC-4b the elf opens a talk window, the guard keeps it open, and the first move closes it and removes all words',
  async circle => {
    const wish = { scenario: 4, ...LONG };
    const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
    // Later the laptop must make a step, so a deal that gives it no possible step is dealt again.
    do {
      await start(circle, wish);
      await seen(laptop, 'Silence');
      await exploreWithElf(circle);
    } while (!canStep(circle.game(), 0));
    for (const page of [laptop, phone]) {
      await page.locator('.game.open').waitFor();
      await page.getByText('You may talk until somebody moves').waitFor();
    }
    await takePicture(laptop, 'talk-open-desktop');
    await takePicture(phone, 'talk-open-phone');
    await corner(phone).tap();
    await seeing(
      () => panel(phone).getByRole('button', { name: 'The elf first.' }).tap(),
      laptop.locator('.peeks').getByText('The elf first.'),
    );
    await takePicture(phone, 'talk-panel-phone');
    await takePicture(laptop, 'talk-peek-desktop');
    // Holding a finger on the board points there and moves no hero.
    await field(phone).fill('half a sent');
    const version = circle.friend.connection.mirror.version;
    // The talk guard: a short press is answered with a reminder.
    const mine = anyStep(circle.game(), 0);
    if (mine.type !== 'move') throw new Error('no step');
    await laptop.locator(`.dock .hero-chip.${mine.hero}`).click();
    const key = laptop.locator(`.dock .key.${mine.dir}`);
    await seeing(() => key.click(), laptop.getByText(/To move anyway/).first());
    expect(circle.friend.connection.mirror.version).toBe(version);
    // The command box asks for confirmation, too.
    const box = laptop.getByRole('textbox', { name: 'Commands' });
    await box.fill(
      `${{ barbarian: 'sword', mage: 'flask', elf: 'bow', dwarf: 'axe' }[mine.hero]} ${mine.dir}`,
    );
    await box.press('Enter');
    await seen(laptop, /Type it again/);
    expect(circle.friend.connection.mirror.version).toBe(version);
    // After a press of `end talk`, a move needs no confirmation.
    await box.blur(); // the command box covers the hint while it has the focus
    await press(laptop, 'Stop talking');
    await key.click();
    await until(() => circle.friend.connection.mirror.version > version, 'the move');
    await phone.locator('.talk-panel').waitFor({ state: 'detached' });
    await phone.locator('.game.silent').waitFor();
    await corner(phone).tap();
    await panel(phone).getByText('Nobody may talk now.', { exact: false }).first().waitFor();
    expect(await phone.locator('.talk-log li').count()).toBe(0);
    expect(await field(phone).count()).toBe(0);
    await takePicture(phone, 'talk-silent-phone');
    await expectAccessible(phone);
  },
);

/** In milliseconds by the page's clock. */
const LONG_PRESS = 500;

sharedJourney(
  'SC-12a SC-12b SC-12d in scenario 12 gestures and pointing are shown, and words are refused',
  async circle => {
    const wish = { scenario: 12, level: 12, ...LONG };
    const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
    await start(circle, wish);
    await exploreWithElf(circle);
    for (const page of [laptop, phone]) await page.locator('.game.gestures').waitFor();
    await corner(phone).tap();
    await panel(phone).getByText('No words in this scenario: use gestures.').waitFor();
    await takePicture(phone, 'talk-hands-phone');
    await expectAccessible(phone);
    await panel(phone).getByRole('tab', { name: 'Write' }).tap();
    expect(await field(phone).count()).toBe(0);
    await panel(phone).getByRole('tab', { name: 'Gestures' }).tap();
    await seeing(
      () => panel(phone).getByRole('button', { name: 'thumbs up' }).tap(),
      laptop.locator('.performing .is-thumbs-up'),
    );
    await seeing(
      async () => circle.friend.do({ type: 'gesture', gesture: 'facepalm' }),
      laptop.locator('.performing .is-facepalm'),
    );
    await takePicture(laptop, 'talk-gestures-desktop');
    // With the list of gestures: the next pressed place is the one pointed at.
    await corner(laptop).click();
    await panel(laptop).getByRole('button', { name: 'Point at the board' }).click();
    await seen(laptop, 'Press a place on the board');
    const pawn = await laptop.locator('.board-pawn').first().boundingBox();
    if (pawn === null) throw new Error('no hero');
    const { version } = circle.friend.connection.mirror;
    const ring = phone.locator('.board-fingers .ring');
    await seeing(() => laptop.mouse.click(pawn.x + pawn.width / 2, pawn.y + pawn.height * 0.8), ring);
    await takePicture(laptop, 'talk-point-desktop');
    // The player points by holding a place on the board.
    const box = (await laptop.locator('.board-pawn').last().boundingBox()) ?? pawn;
    await passUntilGone(ring);
    await laptop.mouse.move(box.x + box.width / 2, box.y + box.height * 0.8);
    const holdLong = async (): Promise<void> => {
      await laptop.mouse.down();
      await passTime(laptop, LONG_PRESS);
    };
    await seeing(holdLong, ring);
    await laptop.mouse.up();
    // The place is pointed at with the command box.
    await passUntilGone(ring);
    const commands = laptop.getByRole('textbox', { name: 'Commands' });
    await commands.fill('point 1 2 3');
    await seeing(() => commands.press('Enter'), ring);
    await phone.getByText('Mina points at tile 1, row 2, column 3.').waitFor({ state: 'attached' });
    expect(circle.friend.connection.mirror.version).toBe(version);
    await make(circle, anyStep(circle.game()));
    await phone.locator('.game.silent').waitFor();
    expect(await phone.locator('.ring, .performing').count()).toBe(0);
  },
);

sharedJourney(
  'SC-14a SC-14d in scenario 14 talk is free before the sand runs, and no talk window opens afterwards',
  async circle => {
    const wish = { scenario: 14, level: 12, ...LONG };
    const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
    await start(circle, wish, async () => {
      await laptop.locator('.game.setup').waitFor();
      await corner(phone).tap();
      await seeing(
        () => panel(phone).getByRole('button', { name: 'I’m ready.' }).tap(),
        laptop.locator('.peeks').getByText('I’m ready.'),
      );
      await takePicture(laptop, 'talk-setup-desktop');
    });
    await phone.locator('.talk-panel').waitFor({ state: 'detached' });
    // in other scenarios a tile explored with the elf opens a talk window; in scenario 14 it does not
    await exploreWithElf(circle);
    await expectSilence(circle);
    await corner(laptop).click();
    await panel(laptop).getByText('Nobody may talk now.', { exact: false }).first().waitFor();
    await takePicture(laptop, 'talk-never-desktop');
    await laptop.keyboard.press('Escape');
    await seeing(() => press(laptop, 'Do something, Tomasz!'), phone.locator('.signal.nudged'));
  },
);

sharedJourney('CM-4 after the end everybody can talk again, on the end screen', async circle => {
  const wish = { scenario: 1, hourglass: 1 };
  const [laptop, phone] = [pageOf(circle, 0), pageOf(circle, 1)];
  await deal(circle, wish);
  await turn(circle);
  await phone.getByRole('heading', { name: 'Caught!' }).waitFor();
  await corner(phone).tap();
  await seeing(
    async () => circle.friend.do({ type: 'phrase', phrase: 'again' }),
    phone.locator('.talk-log').getByText('Again?'),
    laptop.locator('.peeks').getByText('Again?'),
  );
  await expectAccessible(phone);
  await write(phone, 'gladly');
  await corner(laptop).click();
  await laptop.locator('.talk-log').getByText('gladly').waitFor();
  await takePicture(laptop, 'talk-end-desktop');
});
