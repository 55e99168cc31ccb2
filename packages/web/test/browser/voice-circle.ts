/** People at one table who turn voice on, and a script that opens and closes talk. Benchmarks use it, too. */
import type { Page } from 'playwright-core';
import { Player, until } from '../../../server/test/player-client.ts';
import type { JourneyWorld } from './journey-world.ts';
import { sitDown } from './kit.ts';
import { newTable } from './page-server.ts';
import { joined, learnedAt } from './voice-kit.ts';

const NAMES = ['Mina', 'Tomasz', 'Ines', 'Bram'];

export interface Circle {
  readonly pages: readonly Page[];
  /** Which member each page belongs to. */
  readonly members: readonly number[];
  /** A script without a page that opens and closes talk windows: talk is free, except while the game is paused. */
  readonly keeper: Player;
}

/**
 * A page that can be told to misbehave: then its microphone is never released and never stops sending. Until then it
 * behaves like any other page.
 */
export const REBEL = 'globalThis.isRogue = true;';
export const ROGUE = `{
  const { replaceTrack, setParameters } = RTCRtpSender.prototype;
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  let mine = null;
  navigator.mediaDevices.getUserMedia = async wish => {
    const stream = await getUserMedia(wish);
    [mine] = stream.getAudioTracks();
    return stream;
  };
  RTCRtpSender.prototype.replaceTrack = function (track) {
    return replaceTrack.call(this, globalThis.isRogue ? mine ?? track : track);
  };
  RTCRtpSender.prototype.setParameters = function (parameters) {
    if (globalThis.isRogue) for (const encoding of parameters.encodings) encoding.active = true;
    return setParameters.call(this, parameters);
  };
}`;

/** A page without a gate: it plays everything that it receives. If this page hears nothing, no page can. */
export const GATELESS = `{
  const enabled = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, 'enabled');
  Object.defineProperty(MediaStreamTrack.prototype, 'enabled', { get: enabled.get, set() {} });
}`;

/** Seats a script without a page, which comes first and is the host. */
export async function seatKeeper({ pageServer, atTheEnd }: JourneyWorld, code: string): Promise<Player> {
  const keeper = new Player({ table: code, port: pageServer.server.port, chance: Math.random });
  atTheEnd(() => keeper.connection.close());
  await until(() => keeper.connection.status.type === 'online', 'the keeper to come');
  keeper.connection.join('Keeper', 'owl');
  await until(() => keeper.member !== 0, 'the keeper to sit');
  return keeper;
}

export const FREE_TALK = { scenario: 1, hourglass: 3600, house: { freeTalk: true, pause: true } } as const;

/**
 * Begins and pauses the game before anybody turns voice on, because with many voices the machine has little time for
 * clicks.
 */
async function beginPaused(host: Player): Promise<void> {
  const { mirror } = host.connection;
  host.manage({ type: 'begin' });
  host.do({ type: 'start' });
  host.do({ type: 'pause' });
  await until(() => mirror.confirmed.game?.status === 'paused', 'the game to be paused');
}

export async function gather(
  world: JourneyWorld,
  count: number,
  scriptOf: (i: number) => string,
): Promise<Circle> {
  const code = await newTable(world.pageServer, FREE_TALK);
  const keeper = await seatKeeper(world, code);
  const pages: Page[] = [];
  for (const [i, name] of NAMES.slice(0, count).entries()) {
    const { page } = await world.open(`/t/${code}`, undefined, scriptOf(i));
    await sitDown(page, name);
    pages.push(page);
  }
  await beginPaused(keeper);
  const { people } = keeper.connection.mirror;
  const members = NAMES.slice(0, count).map(name => people.find(person => person.name === name)?.member ?? 0);
  return { pages, members, keeper };
}

/** Turns voice on for more pages during silence; returns all pages that have voice on. */
export async function callUp(everybody: Circle, from: number, to: number): Promise<Circle> {
  const { pages, members } = everybody;
  for (const page of pages.slice(from, to)) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Turn voice on' }).click();
    await page.getByRole('button', { name: 'Silence: mic off' }).waitFor();
  }
  const circle = { ...everybody, pages: pages.slice(0, to), members: members.slice(0, to) };
  for (const page of circle.pages) await joined(page, to - 1);
  return circle;
}

/** Opens or closes talk. Returns for each page the time, by the machine's clock, at which it learned of this. */
export async function setTalk(
  { pages, keeper }: Circle,
  talk: 'open' | 'closed',
): Promise<readonly number[]> {
  const { mirror } = keeper.connection;
  const [type, status] = talk === 'open' ? (['resume', 'playing'] as const) : (['pause', 'paused'] as const);
  keeper.do({ type });
  await until(() => mirror.confirmed.game?.status === status, `${type} to be done`);
  const { version } = mirror;
  return Promise.all(pages.map(page => learnedAt(page, version)));
}
