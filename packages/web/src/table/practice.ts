/**
 * Practice: a game alone (RULES 9) or with bots at a table in this page, without a server. The page uses the same
 * session as for online tables. After a reload the game continues at the last checkpoint of the sand.
 */
import {
  type Avatar,
  type BotPlayers,
  type BotTable,
  type ClientWorld,
  logName,
  recordOfTable,
  TABLE_LOG_KINDS,
  type TableReport,
  type TableWish,
} from '@hush/protocol';
import { say } from '../i18n/catalogs.ts';
import { type LocalTable, openLocalTable } from './local-table.ts';
import { browserWorld, randomSecret } from './online.ts';
import { openSession, type Session } from './session.ts';
import { forgetLog, storedJournal, type TabStorage } from './stored-journal.ts';

/** Table codes that no server uses: one for a game alone, one for a game with bots. */
const codeWith = (bots: number): string => (bots === 0 ? 'PRCTCHSH' : 'PRCTCBTS');

/** Which player practises, and with how many bots. */
export interface LocalPlayers {
  readonly name?: string;
  readonly avatar?: Avatar;
  readonly bots?: number;
}

export interface PracticePlace {
  readonly shelf: TabStorage;
  readonly clock: Pick<ClientWorld, 'now' | 'later' | 'chance'>;
  secret(): string;
  report(trouble: TableReport): void;
}

const logsOf = (code: string): readonly string[] => TABLE_LOG_KINDS.map(kind => logName(kind, code));
const wishOf = (code: string): string => `wish/${code}`;
const tokenOf = (code: string): string => `token/${code}`;

/** The session storage of this tab, with a prefix. If storage is blocked, every call throws. */
const tabStorage: TabStorage = {
  getItem: name => sessionStorage.getItem(`hush.${name}`),
  setItem: (name, text) => sessionStorage.setItem(`hush.${name}`, text),
  removeItem: name => sessionStorage.removeItem(`hush.${name}`),
};

const thisPage: PracticePlace = {
  shelf: tabStorage,
  clock: browserWorld,
  secret: randomSecret,
  report: trouble => {
    if (trouble.type === 'broken') reportError(trouble.error);
  },
};

/** Loads the code of bots when the first bot sits down; until then bots do nothing. */
export function crewOf(
  table: BotTable,
  chance: () => number,
  fetchBots: () => Promise<{
    readonly BotPlayer: new (table: BotTable, chance: () => number) => BotPlayers;
  }> = () => import('@hush/bots'),
): BotPlayers {
  let crew: BotPlayers | null = null;
  let stopped = false;
  let asked = false;
  async function ask(): Promise<void> {
    if (asked) return;
    asked = true;
    const bots = await fetchBots().catch(() => null);
    if (bots === null) {
      asked = false; // without a network, the next event at the table tries again
    } else if (!stopped) {
      crew = new bots.BotPlayer(table, chance);
      crew.look();
    }
  }
  void ask();
  return {
    look: () => (crew === null ? void ask() : crew.look()),
    stop() {
      stopped = true;
      crew?.stop();
    },
  };
}

function recallFrom(shelf: TabStorage, name: string): string | null {
  try {
    return shelf.getItem(name);
  } catch {
    return null;
  }
}

function keepOn(shelf: TabStorage, name: string, text: string): void {
  try {
    shelf.setItem(name, text);
  } catch {
    // The storage is full or blocked, so a reload starts a new game.
  }
}

/** Returns the wish of the practice game in this tab, or null. */
export function storedPractice(bots = 0, shelf: TabStorage = tabStorage): TableWish | null {
  try {
    return JSON.parse(recallFrom(shelf, wishOf(codeWith(bots))) ?? 'null') as TableWish | null;
  } catch {
    return null;
  }
}

/** Deletes the stored practice game, so that the next one is new. */
export function forgetPractice(bots = 0, shelf: TabStorage = tabStorage): void {
  const code = codeWith(bots);
  for (const name of [...logsOf(code), wishOf(code), tokenOf(code)]) forgetLog(shelf, name);
}

/**
 * Resolves when the last table is closed. The next one waits for it, because two tables must not write to one
 * storage.
 */
let closing: Promise<unknown> = Promise.resolve();

/** Continues the stored game if the wish is the same; otherwise starts a new table and sets the game up. */
export function openPractice(
  wish: TableWish,
  { name = say('practice.me'), avatar = 'fox', bots = 0 }: LocalPlayers = {},
  place: PracticePlace = thisPage,
): Session {
  const { shelf, clock } = place;
  const code = codeWith(bots);
  const wished = JSON.stringify(wish);
  const begins = recallFrom(shelf, wishOf(code)) !== wished;
  const token = (begins ? null : recallFrom(shelf, tokenOf(code))) ?? place.secret();
  const journal = closing.then(() => {
    if (begins) forgetPractice(bots, shelf);
    keepOn(shelf, wishOf(code), wished);
    keepOn(shelf, tokenOf(code), token);
    return storedJournal(shelf, logsOf(code));
  });
  const local = openLocalTable({
    code,
    wish,
    journal,
    world: {
      ...clock,
      secret: () => place.secret(),
      report: trouble => place.report(trouble),
      bots: table => crewOf(table, clock.chance),
    },
  });
  const session = openSession({
    seat: { table: code },
    kind: 'practice',
    // After a reload the same secret gives the same seat; at a new table it gives a new one.
    world: { ...clock, secret: () => token, connect: events => local.connect(events) },
    seated: () => undefined,
    record: async () => {
      const record = await recordOfTable(code, await journal, 'finished');
      return record.ok ? record.value : null;
    },
  });
  session.join(name, avatar);
  setUpOnce(session, bots);
  return { ...session, close: () => leave(session, local) };
}

function leave(session: Session, local: LocalTable): void {
  closing = local.close();
  session.close();
}

/** Sets up the first game of the table. Alone the player starts the sand, with bots it runs at once. Later games are set up by the player. */
function setUpOnce(session: Session, bots: number): void {
  const stop = session.listen(() => {
    if (session.member.value === null) return;
    stop();
    if (session.table.value.games > 0) return;
    if (bots === 0) {
      session.manage({ type: 'begin' });
      return;
    }
    session.manage({ type: 'seatBot', temper: 'calm', seats: bots });
    session.manage({ type: 'ready', ready: true }); // bots are always ready, so the sand runs (PR-37)
  });
}
