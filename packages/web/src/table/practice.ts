/**
 * Practice: a game alone (RULES 9) or with bots at a table in this page, without any server. It is the same session as everywhere,
 * and a reload goes on where it was, to the last checkpoint of the sand.
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
import { type LocalTable, openParlour } from './local-table.ts';
import { browserWorld, secret } from './online.ts';
import { openSession, type Session } from './session.ts';
import { forgetLog, keptJournal, type TabStorage } from './stored-journal.ts';

/** Like the code of any table, and no server's: one alone, one with bots. */
const codeWith = (bots: number): string => (bots === 0 ? 'PRCTCHSH' : 'PRCTCBTS');

/** Who sits down here, and with how many bots. */
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

/** This tab's storage, under names of our own; where it is forbidden, asking for it throws, each time. */
const tabShelf: TabStorage = {
  getItem: name => sessionStorage.getItem(`hush.${name}`),
  setItem: (name, text) => sessionStorage.setItem(`hush.${name}`, text),
  removeItem: name => sessionStorage.removeItem(`hush.${name}`),
};

const thisPage: PracticePlace = {
  shelf: tabShelf,
  clock: browserWorld,
  secret,
  report: trouble => {
    if (trouble.type === 'broken') reportError(trouble.error);
  },
};

/** How bots think is fetched when the first of them sits down; until then they look on. */
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
      asked = false; // no network: asked for again when something happens at the table
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
    // Then a reload begins anew.
  }
}

/** What is being practised in this tab, if anything. */
export function keptPractice(bots = 0, shelf: TabStorage = tabShelf): TableWish | null {
  try {
    return JSON.parse(recallFrom(shelf, wishOf(codeWith(bots))) ?? 'null') as TableWish | null;
  } catch {
    return null;
  }
}

/** The next practice begins anew. */
export function forgetPractice(bots = 0, shelf: TabStorage = tabShelf): void {
  const code = codeWith(bots);
  for (const name of [...logsOf(code), wishOf(code), tokenOf(code)]) forgetLog(shelf, name);
}

/** The table that was left last: nobody may sit down before it is put away, or two would write on one shelf. */
let putAway: Promise<unknown> = Promise.resolve();

/** Goes on with the same wish where it was left; otherwise sits down anew and sets the game up. */
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
  const journal = putAway.then(() => {
    if (begins) forgetPractice(bots, shelf);
    keepOn(shelf, wishOf(code), wished);
    keepOn(shelf, tokenOf(code), token);
    return keptJournal(shelf, logsOf(code));
  });
  const parlour = openParlour({
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
    // Asking with the same secret again gives the same seat again, and a new one where the table is new.
    world: { ...clock, secret: () => token, connect: events => parlour.connect(events) },
    seated: () => undefined,
    record: async () => {
      const record = await recordOfTable(code, await journal, 'finished');
      return record.ok ? record.value : null;
    },
  });
  session.join(name, avatar);
  setUpOnce(session, bots);
  return { ...session, close: () => leave(session, parlour) };
}

function leave(session: Session, parlour: LocalTable): void {
  putAway = parlour.close();
  session.close();
}

/** The first game of the table is set up by itself; starting the sand, and every later game, is the player's. */
function setUpOnce(session: Session, bots: number): void {
  const stop = session.listen(() => {
    if (session.member.value === null) return;
    stop();
    if (session.table.value.games > 0) return;
    if (bots > 0) session.manage({ type: 'seatBot', temper: 'calm', seats: bots });
    session.manage({ type: 'begin' });
  });
}
