/**
 * Tests of the command box: the words that it understands in four languages, its answers, and a whole game won with it
 * alone.
 */
import { type Command, DIRECTIONS, HEROES, type Hero, isOver } from '@hush/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chanceFrom, nextCommand } from '../../../rules/test/player.ts';
import { LOCALES, type Locale } from '../../src/i18n/catalogs.ts';
import { destinationsOf } from '../../src/model/destinations.ts';
import { type CommandReply, interpret, viewOf } from '../../src/spoken/commands.ts';
import { readSentence } from '../../src/spoken/sentence.ts';
import type { Session } from '../../src/table/session.ts';
import { Evening, speak } from '../table/play-kit.ts';

let evening: Evening | null = null;
beforeEach(() => speak('en'));
afterEach(() => {
  evening?.close();
  evening = null;
});

async function table(players: number, wish: ConstructorParameters<typeof Evening>[0]): Promise<Evening> {
  evening = new Evening(wish);
  for (let i = 0; i < players; i++) await evening.sit(['Mina', 'Tomasz', 'Élodie', 'Bram'][i] ?? `P${i}`);
  await evening.begin();
  return evening;
}

const typed = (session: Session, text: string, chosen: Hero | null = null): CommandReply =>
  interpret(text, viewOf(session, chosen));

test.each([
  ['b n 3', { verb: null, hero: 'elf', direction: 'north', number: 3 }],
  ['bow north', { hero: 'elf', direction: 'north', number: null }],
  ['North BOW 2!', { hero: 'elf', direction: 'north', number: 2 }],
  ['s s 2', { hero: 'barbarian', direction: 'south', number: 2 }],
  ['s 2', { hero: null, direction: 'south', number: 2 }],
  ['s n', { hero: 'barbarian', direction: 'north' }],
  ['n s', { hero: 'barbarian', direction: 'north' }],
  ['elf north', { hero: 'elf', direction: 'north' }],
  ['m w 2', { hero: 'mage', direction: 'west', number: 2 }],
  ['vortex mage 2', { verb: 'vortex', hero: 'mage', number: 2 }],
  ['go bow item', { verb: 'go', hero: 'elf', goal: 'item' }],
  ['walk dwarf hourglass', { verb: 'go', hero: 'dwarf', goal: 'hourglass' }],
  ['axe e far', { hero: 'dwarf', direction: 'east', far: true }],
  ['explore', { verb: 'explore' }],
  ['x', { verb: 'explore' }],
  ['expl', { verb: 'explore' }],
  ['lay 1', { verb: 'lay', number: 1 }],
  ['vortex flask 2', { verb: 'vortex', hero: 'mage', number: 2 }],
  ['stairs axe', { verb: 'stairs', hero: 'dwarf' }],
  ['what can I do', { verb: 'what' }],
  ['where bow', { verb: 'where', hero: 'elf' }],
  ['nudge élodie', { verb: 'nudge', rest: 'elodie' }],
  ['bow sideways', { hero: 'elf', unknown: 'sideways' }],
])('PR-87c the typed command "%s" is understood', (text, parts) => {
  expect(readSentence(text)).toMatchObject(parts);
});

test.each([
  ['fr', 'arc nord 3', { hero: 'elf', direction: 'north', number: 3 }],
  ['fr', 'épée est', { hero: 'barbarian', direction: 'east' }],
  ['fr', 'e e 2', { hero: 'barbarian', direction: 'east', number: 2 }],
  ['fr', 'va hache objet', { verb: 'go', hero: 'dwarf', goal: 'item' }],
  ['fr', 'que puis-je faire', { verb: 'what' }],
  ['fr', 'où arc', { verb: 'where', hero: 'elf' }],
  ['fr', 'bow west 2', { hero: 'elf', direction: 'west' }],
  ['fr', 'magicienne nord', { hero: 'mage', direction: 'north' }],
  ['nl', 'dwerg oost 2', { hero: 'dwarf', direction: 'east', number: 2 }],
  ['pl', 'barbarzyńca północ', { hero: 'barbarian', direction: 'north' }],
  ['nl', 'boog noord 3', { hero: 'elf', direction: 'north', number: 3 }],
  ['nl', 'bijl oost', { hero: 'dwarf', direction: 'east' }],
  ['nl', 'z z', { hero: 'barbarian', direction: 'south' }],
  ['nl', 'wat kan ik doen', { verb: 'what' }],
  ['nl', 'roltrap flesje', { verb: 'stairs', hero: 'mage' }],
  ['pl', 'łuk północ 3', { hero: 'elf', direction: 'north', number: 3 }],
  ['pl', 'luk polnoc', { hero: 'elf', direction: 'north' }],
  ['pl', 'topór zachód', { hero: 'dwarf', direction: 'west' }],
  ['pl', 'wir fiolka 2', { verb: 'vortex', hero: 'mage', number: 2 }],
  ['pl', 'co mogę zrobić', { verb: 'what' }],
] as const)('PR-87c in %s the typed command "%s" is understood', async (locale, text, parts) => {
  await speak(locale);
  expect(readSentence(text)).toMatchObject(parts);
});

test.each(LOCALES)('PR-87c in %s every word has one meaning, and English words work too', async locale => {
  await speak(locale);
  for (const hero of HEROES) {
    for (const direction of DIRECTIONS)
      expect(readSentence(`${hero} ${direction} 2`)).toMatchObject({ hero, direction });
  }
});

test('PR-87c a move that is too long is answered with how far the hero can go, and what blocks it', async () => {
  const { sessions, game } = await table(1, { scenario: 1 });
  const [session] = sessions as [Session];
  // no action tile was turned yet (SO-2)
  expect(typed(session, 'bow north').say).toBe('That action isn’t on your tile.');
  expect(typed(session, 'turn')).toMatchObject({ command: { type: 'turn' } });
  expect(typed(session, 'bow').say).toBe('elf chosen.');
  expect(typed(session, 'north').say).toBe('Which hero: barbarian, mage, elf or dwarf?');
  expect(typed(session, 'north 99', 'elf').command).toBeNull();
  expect(typed(session, 'xyzzy').say).toBe('I don’t know the word “xyzzy”. Try “help”.');
  expect(typed(session, 'lay 1').say).toBe('That action isn’t on your tile.');
  expect(game.status).toBe('playing');
});

test('PR-87c questions are answered in sentences', async () => {
  const { sessions } = await table(2, { scenario: 1, hourglass: 180 });
  const [mina] = sessions as [Session];
  expect(typed(mina, 'time').say).toMatch(/^(3 minutes 0|2 minutes 5\d) seconds of sand left\. Silence\.$/);
  expect(typed(mina, 'left').say).toBe('8 tiles left, no hourglass used.');
  expect(typed(mina, 'crew').say).toMatch(/^Mina \(you\): .+\. Tomasz: .+\.$/);
  expect(typed(mina, 'where').say).toContain('elf: tile 1, row');
  expect(typed(mina, 'look bow').say).toMatch(/square.* north/);
  expect(typed(mina, 'exits').say).toMatch(/^No exits found yet\. Unexplored doors: .*elf: tile 1/);
  expect(typed(mina, 'go bow item').say).toBe('Not found yet: the item.');
  expect(typed(mina, 'nudge').command).toEqual({ type: 'nudge', to: 1 });
  expect(typed(mina, 'nudge tom').command).toEqual({ type: 'nudge', to: 1 });
  expect(typed(mina, 'nudge nobody').say).toBe('Who? Tomasz');
  expect(typed(mina, 'what can I do').say).toMatch(/^Your actions: /);
  expect(typed(mina, '').say).toBe('Type a command, or “help”.');
});

test('PR-88a after a game the list of players names the players of that game, although seats have changed since', async () => {
  const { sessions } = await table(3, { scenario: 1, hourglass: 10 });
  const [mina, tomasz] = sessions as [Session, Session];
  await evening?.pass(11_000);
  const before = typed(tomasz, 'crew').say;
  expect(before).toMatch(/^Mina: .+[.] Tomasz \(you\): .+[.] Élodie: .+[.]$/);
  mina.manage({ type: 'leave' });
  await evening?.pass();
  expect(tomasz.seat.value).toBe(0);
  expect(typed(tomasz, 'crew').say.replace(' Is away.', '')).toBe(before);
});

test('HG-8f while the game is paused the command box does not describe the board', async () => {
  const { sessions } = await table(2, { scenario: 1 });
  const [mina] = sessions;
  if (mina === undefined) throw new Error('nobody sits');
  const view = viewOf(mina, 'elf');
  const game = view.game && { ...view.game, status: 'paused' as const };
  const paused = (text: string): string => interpret(text, { ...view, game }).say;
  for (const text of ['where', 'where bow', 'look', 'exits', 'what can I do'])
    expect([text, paused(text)]).toEqual([text, 'The game is paused.']);
  for (const text of ['time', 'left', 'crew']) expect(paused(text)).not.toBe('The game is paused.');
});

test('PR-87c spectators may ask questions, and their commands are refused', async () => {
  const { sessions } = await table(2, { scenario: 1 });
  const view = { ...viewOf(sessions[0] as Session, null), seat: -1 };
  expect(interpret('where', view).say).toContain('barbarian: tile 1');
  expect(interpret('bow north', view).say).toBe('You are watching. Take a seat to play.');
  expect(interpret('where', { ...view, game: null }).say).toBe('No game has started yet.');
});

const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {},
  fr: {
    explore: 'explorer',
    lay: 'poser',
    vortex: 'vortex',
    stairs: 'escalator',
    steal: 'voler',
    turn: 'retourner',
  },
  nl: { explore: 'ontdek', lay: 'leg', vortex: 'vortex', stairs: 'roltrap', steal: 'steel', turn: 'draai' },
  pl: {
    explore: 'eksploruj',
    lay: 'połóż',
    vortex: 'wir',
    stairs: 'schody',
    steal: 'kradnij',
    turn: 'odwróć',
  },
};
/** Names of heroes in two languages; in the two other languages names of their symbols, which are also understood. */
const TYPED_NAMES: Readonly<Record<Locale, readonly string[]>> = {
  en: ['barbarian', 'mage', 'elf', 'dwarf'],
  fr: ['épée', 'fiole', 'arc', 'hache'],
  nl: ['zwaard', 'flesje', 'boog', 'bijl'],
  pl: ['barbarzyńca', 'mag', 'elf', 'krasnolud'],
};
const WAYS: Readonly<Record<Locale, readonly string[]>> = {
  en: ['north', 'east', 'south', 'west'],
  fr: ['nord', 'est', 'sud', 'ouest'],
  nl: ['noord', 'oost', 'zuid', 'west'],
  pl: ['północ', 'wschód', 'południe', 'zachód'],
};

/** The text a player would type for this command. */
function written(command: Command, session: Session, locale: Locale): string {
  const game = session.game.peek();
  const word = (verb: string): string => WORDS[locale][verb] ?? verb;
  const named = (hero: Hero): string => TYPED_NAMES[locale][HEROES.indexOf(hero)] ?? hero;
  const numbered = (kind: string, id: string): number =>
    game === null
      ? 0
      : destinationsOf(game, session.seat.peek())
          .filter(({ mark }) => mark.id.startsWith(kind))
          .findIndex(({ mark }) => mark.id === id) + 1;
  switch (command.type) {
    case 'move':
      return `${named(command.hero)} ${WAYS[locale][DIRECTIONS.indexOf(command.dir)]} ${command.steps}`;
    case 'vortex': {
      const kind = `vortex:${command.hero}:`;
      return `${word('vortex')} ${named(command.hero)} ${numbered(kind, `${kind}${command.to}`)}`;
    }
    case 'escalator':
      return `${word('stairs')} ${named(command.hero)}`;
    case 'lay':
      return `${word('lay')} ${numbered('lay:', `lay:${command.door}`)}`;
    default:
      return word(command.type);
  }
}

/** A stack in which the four items and the exit come one after the other. */
const STACK = [2, 3, 4, 5, 6, 7, 8, 9];

test.each([
  ['en', 2],
  ['fr', 3],
  ['nl', 4],
  ['pl', 1],
] as const)(
  'CM-3d TH-4d a whole game is won with typed commands, in %s with %i players',
  async (locale, players) => {
    await speak(locale);
    const { sessions } = await table(players, { scenario: 1, stack: STACK, hourglass: 3600 });
    const chance = chanceFrom(7);
    const words: string[] = [];
    const refused: string[] = [];
    for (const session of sessions) {
      session.listen(notice => notice.type === 'refused' && refused.push(notice.why));
    }
    for (let i = 0; i < 3000; i++) {
      const game = evening?.game;
      if (game === undefined || isOver(game)) break;
      const command = nextCommand(game, game.at, chance);
      if (command === null || !('seat' in command)) throw new Error('nothing to do');
      const session = sessions[command.seat] as Session;
      const text = written(command, session, locale);
      const reply = typed(session, text);
      words.push(`${text} -> ${reply.say}`);
      if (reply.command === null) throw new Error(`not understood: ${words.at(-1)}`);
      await evening?.ask(session, reply.command);
    }
    expect(refused).toEqual([]);
    expect(words.length).toBeGreaterThan(20);
    expect(sessions.map(session => session.game.peek()?.status)).toEqual(sessions.map(() => 'won'));
  },
);
