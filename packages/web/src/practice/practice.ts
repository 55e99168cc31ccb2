/**
 * Practice: a game alone (RULES 9) at a table in this page, without any server. It is the same session as everywhere,
 * and a reload goes on where it was, to the last checkpoint of the sand.
 */
import { type Avatar, type ClientWorld, recordOfTable, type TableWish, type Trouble } from '@hush/protocol';
import { browserClock, secret } from '../table/online.ts';
import { openSession, type Session } from '../table/session.ts';
import { say } from '../words/words.ts';
import { forgetLog, keptJournal, type Shelf } from './kept-journal.ts';
import { openParlour, type Parlour } from './parlour.ts';

/** Like the code of any table, and no server's. */
const PRACTICE_CODE = 'PRCTCHSH';

export interface Player {
  readonly name: string;
  readonly avatar: Avatar;
}

export interface PracticePlace {
  readonly shelf: Shelf;
  readonly clock: Pick<ClientWorld, 'now' | 'later' | 'chance'>;
  secret(): string;
  report(trouble: Trouble): void;
}

const LOGS = ['table', 'secret', 'people', 'sand'].map(kind => `${kind}/${PRACTICE_CODE}`);
const WISH = 'practice.wish';
const TOKEN = 'practice.token';

/** This tab's storage, under names of our own; where it is forbidden, asking for it throws, each time. */
const tabShelf: Shelf = {
  getItem: name => sessionStorage.getItem(`hush.${name}`),
  setItem: (name, text) => sessionStorage.setItem(`hush.${name}`, text),
  removeItem: name => sessionStorage.removeItem(`hush.${name}`),
};

const thisPage: PracticePlace = {
  shelf: tabShelf,
  clock: browserClock,
  secret,
  report: trouble => {
    if (trouble.type === 'broken') reportError(trouble.error);
  },
};

function recallFrom(shelf: Shelf, name: string): string | null {
  try {
    return shelf.getItem(name);
  } catch {
    return null;
  }
}

function keepOn(shelf: Shelf, name: string, text: string): void {
  try {
    shelf.setItem(name, text);
  } catch {
    // Then a reload begins anew.
  }
}

/** What is being practised in this tab, if anything. */
export function keptPractice(shelf: Shelf = tabShelf): TableWish | null {
  try {
    return JSON.parse(recallFrom(shelf, WISH) ?? 'null') as TableWish | null;
  } catch {
    return null;
  }
}

/** The next practice begins anew. */
export function forgetPractice(shelf: Shelf = tabShelf): void {
  for (const name of [...LOGS, WISH, TOKEN]) forgetLog(shelf, name);
}

/** The table that was left last: nobody may sit down before it is put away, or two would write on one shelf. */
let putAway: Promise<unknown> = Promise.resolve();

/** Goes on with the same wish where it was left; otherwise sits down anew and sets the game up. */
export function openPractice(
  wish: TableWish,
  player: Player = { name: say('practice.me'), avatar: 'fox' },
  place: PracticePlace = thisPage,
): Session {
  const { shelf, clock } = place;
  const wished = JSON.stringify(wish);
  const begins = recallFrom(shelf, WISH) !== wished;
  const token = (begins ? null : recallFrom(shelf, TOKEN)) ?? place.secret();
  const journal = putAway.then(() => {
    if (begins) forgetPractice(shelf);
    keepOn(shelf, WISH, wished);
    keepOn(shelf, TOKEN, token);
    return keptJournal(shelf, LOGS);
  });
  const parlour = openParlour({
    code: PRACTICE_CODE,
    wish,
    journal,
    world: { ...clock, secret: () => place.secret(), report: trouble => place.report(trouble) },
  });
  const session = openSession({
    seat: { table: PRACTICE_CODE },
    kind: 'practice',
    // Asking with the same secret again gives the same seat again, and a new one where the table is new.
    world: { ...clock, secret: () => token, connect: events => parlour.connect(events) },
    seated: () => undefined,
    record: async () => {
      const record = await recordOfTable(PRACTICE_CODE, await journal, 'finished');
      return record.ok ? record.value : null;
    },
  });
  session.join(player.name, player.avatar);
  setUpOnce(session);
  return { ...session, close: () => leave(session, parlour) };
}

function leave(session: Session, parlour: Parlour): void {
  putAway = parlour.close();
  session.close();
}

/** The first game of the table is set up by itself; starting the sand, and every later game, is the player's. */
function setUpOnce(session: Session): void {
  const stop = session.listen(() => {
    if (session.member.value === null) return;
    stop();
    if (session.table.value.games === 0) session.manage({ type: 'begin' });
  });
}
