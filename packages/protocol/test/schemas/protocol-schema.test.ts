/**
 * Tests of the published schemas against the code's readers: with real frames, with corrupted frames, and with the
 * document's examples.
 */
import { readFileSync } from 'node:fs';
import { atOnce, readLog } from '@hush/rules';
import { expect, test } from 'vitest';
import {
  asyncApiDocument,
  decodeEntry,
  type LogEvent,
  readingBookFile,
  readMessage,
  readSheet,
} from '../../src/index.ts';
import { isGameEvent } from '../../src/messages/entry.ts';
import { CLIENT_SCHEMAS } from '../../src/messages/read-message.ts';
import { SERVER_SCHEMAS } from '../../src/messages/server-message.ts';
import { messageProblem } from '../messages/message-problem.ts';
import { Chance } from '../simulation/chance.ts';
import { simulate } from '../simulation/simulate.ts';
import { schemaProblem } from './schema-kit.ts';
import { spoilt } from './spoil.ts';

interface Frame {
  readonly side: 'client' | 'server';
  readonly text: string;
}

const STORIES = 12;
/** How many corrupted frames are compared; HUSH_SPOILT=10000 is the long search. */
const SPOILT = Number(process.env['HUSH_SPOILT'] ?? 500);

async function overheard(): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for (let seed = 1; seed <= STORIES; seed++)
    await simulate(seed, { overhear: (text, side) => frames.push({ text, side }) });
  return frames;
}

const FRAMES = overheard();

const DOC = readFileSync(new URL('../../../../docs/PROTOCOL.md', import.meta.url), 'utf8');
const EXAMPLES = [...DOC.matchAll(/```json\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

test('PR-72b every frame of the simulation, of clients and servers, fits its published schema', async () => {
  const frames = await FRAMES;
  const kinds = new Set<string>();
  for (const { side, text } of frames) {
    const json = JSON.parse(text);
    kinds.add(`${side}.${json.t}`);
    expect([text, schemaProblem(`${side}Message`, json)]).toEqual([text, null]);
  }
  expect(frames.length).toBeGreaterThan(2_000);
  expect([...kinds]).toEqual(expect.arrayContaining(['client.do', 'server.news', 'server.welcome']));
});

/** The events of all `news` messages, as objects. */
async function loggedEvents(): Promise<readonly LogEvent[]> {
  const news = (await FRAMES).filter(({ text }) => text.startsWith('{"t":"news"'));
  return news.flatMap(({ text }) => {
    const entry = decodeEntry(text);
    return entry.ok ? entry.value.events : [];
  });
}

test('PR-72b every event of the simulation, as an object, fits its published schema', async () => {
  const events = await loggedEvents();
  for (const event of events) {
    const name = isGameEvent(event) ? 'gameEvent' : 'tableEvent';
    const plain = JSON.parse(JSON.stringify(event));
    expect([plain, schemaProblem(name, plain)]).toEqual([plain, null]);
  }
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(15);
});

test('PR-72c the schema refuses exactly the corrupted client frames that a server refuses', async () => {
  const chance = new Chance(21);
  const sent = (await FRAMES).filter(({ side }) => side === 'client').map(({ text }) => text);
  const all = [...EXAMPLES, ...new Set(sent)];
  let refused = 0;
  while (refused < SPOILT) {
    const json = spoilt(JSON.parse(chance.pick(all) ?? ''), chance);
    const read = readMessage(JSON.stringify(json));
    if (!read.ok) refused++;
    expect([json, schemaProblem('clientMessage', json) === null]).toEqual([json, read.ok]);
  }
});

test('PR-72c the schema refuses every corrupted server frame that the client cannot read', async () => {
  const chance = new Chance(22);
  const sent = (await FRAMES).filter(({ side }) => side === 'server').map(({ text }) => text);
  let refused = 0;
  while (refused < SPOILT) {
    const json = spoilt(JSON.parse(chance.pick(sent) ?? ''), chance) as Parameters<typeof messageProblem>[0];
    const isUnread = json.t === 'news' && !decodeEntry(JSON.stringify(json)).ok;
    if (messageProblem(json) === null && !isUnread) continue;
    refused++;
    expect([json, schemaProblem('serverMessage', json) === null]).toEqual([json, false]);
  }
});

test('PR-72c the schema refuses exactly the corrupted events that `hush verify` refuses', async () => {
  const chance = new Chance(23);
  const events = (await loggedEvents()).filter(isGameEvent);
  let refused = 0;
  while (refused < SPOILT) {
    const json = spoilt(chance.pick(events) ?? {}, chance);
    const read = readLog(JSON.stringify(json));
    if (!read.ok) refused++;
    expect([json, schemaProblem('gameEvent', json) === null]).toEqual([json, read.ok]);
  }
});

const SHEET = {
  wish: {
    scenario: { name: 'Ours', stack: [2, 3, 4, 5], top: [15], side: 'B', rules: ['crystalBall'] },
    edition: 'revised',
    hourglass: 240,
    house: { pause: true },
    side: 'A',
    level: 12,
    stack: [2, 3],
    tiles: 'x',
  },
  text: 'A long evening.',
  players: 4,
  parent: 'BCDFGHJK',
};

test('PR-72c the schema refuses exactly the corrupted scenario sheets that the reader refuses', () => {
  const chance = new Chance(24);
  expect(readSheet(SHEET).ok).toBe(true);
  expect(schemaProblem('scenarioSheet', SHEET)).toBe(null);
  for (let i = 0; i < SPOILT; i++) {
    const json = spoilt(SHEET, chance);
    expect([json, schemaProblem('scenarioSheet', json) === null]).toEqual([json, readSheet(json).ok]);
  }
});

const SCORE = {
  scenario: 1,
  name: 'First visit',
  level: 9,
  edition: 'revised',
  players: 2,
  turned: 1,
  timeLeft: 1000,
  deviations: [],
};
const BOOK = {
  crew: 1,
  name: 'Us',
  games: [{ names: ['Ann', 'Bo'], day: 20_000, score: SCORE, record: 'hush game 1\n' }],
};

test('PR-72c the schema refuses every corrupted book that the reader refuses', () => {
  const chance = new Chance(25);
  expect(schemaProblem('bookFile', BOOK)).toBe(null);
  let refused = 0;
  while (refused < SPOILT) {
    const json = spoilt(BOOK, chance);
    if (atOnce(readingBookFile(JSON.stringify(json))).ok) continue;
    refused++;
    expect([json, schemaProblem('bookFile', json) === null]).toEqual([json, false]);
  }
});

test.each(EXAMPLES)('PR-72b the example %s in docs/PROTOCOL.md fits its schema', example => {
  expect(schemaProblem('clientMessage', JSON.parse(example))).toBe(null);
});

test('PR-72d the AsyncAPI document has every message of both sides, and each refers to a schema', () => {
  const { components, channels, operations } = asyncApiDocument() as unknown as AsyncApi;
  const names = [
    ...Object.keys(CLIENT_SCHEMAS).map(t => `client.${t}`),
    ...Object.keys(SERVER_SCHEMAS).map(t => `server.${t}`),
  ];
  const messages = Object.entries(components.messages);
  expect(messages.map(([, { name }]) => name)).toEqual(names);
  expect(Object.keys(channels.table.messages)).toEqual(messages.map(([id]) => id));
  const told = [...operations.hear.messages, ...operations.tell.messages].map(({ $ref }) => $ref);
  expect(told).toEqual(messages.map(([id]) => `#/channels/table/messages/${id}`));
  for (const [, { name, payload }] of messages) {
    expect(payload.schema.$ref).toBe(`./protocol.json#/$defs/${name}`);
    expect(schemaProblem(name, { t: 'strange' })).not.toBe(null);
  }
});

interface Ref {
  readonly $ref: string;
}
interface AsyncApi {
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly name: string; readonly payload: { readonly schema: Ref } }>
    >;
  };
  readonly channels: { readonly table: { readonly messages: Readonly<Record<string, Ref>> } };
  readonly operations: Readonly<Record<'hear' | 'tell', { readonly messages: readonly Ref[] }>>;
}
