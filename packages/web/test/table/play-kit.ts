/** A table in memory with several pages at it, on virtual time: the real table and real connections, without a browser. */
import { type Journal, memoryJournal, type PlayCommand, type TableWish } from '@hush/protocol';
import type { Game } from '@hush/rules';
import { VirtualTime } from '../../../protocol/test/virtual-time.ts';
import { type Locale, loadWords, requestWords } from '../../src/i18n/catalogs.ts';
import { type LocalTable, openLocalTable } from '../../src/table/local-table.ts';
import { openSession, type Session } from '../../src/table/session.ts';

const CODE = 'BCDFGHJK';

/** Loads the page's texts in a language, without a page. */
export async function speak(locale: Locale): Promise<void> {
  (globalThis as { document?: unknown }).document ??= { documentElement: { lang: '' } };
  await loadWords(locale);
  await requestWords('more', 'news');
}

export class Evening {
  readonly time = new VirtualTime();
  readonly sessions: Session[] = [];
  readonly #parlour: LocalTable;
  #secrets = 0;

  constructor(wish: TableWish, journal: Journal = memoryJournal()) {
    this.#parlour = openLocalTable({
      code: CODE,
      wish,
      journal: Promise.resolve(journal),
      world: {
        now: () => this.time.now,
        later: (after, then) => this.time.later(after, then),
        secret: () => this.#secret(),
        report: trouble => {
          if (trouble.type === 'broken') throw trouble.error;
        },
      },
    });
  }

  #secret(): string {
    return `a-secret-of-this-evening-${String(++this.#secrets).padStart(6, '0')}`;
  }

  /** Seats a player whose connection delays messages by `delay` in each direction. */
  async sit(name: string, delay = 0): Promise<Session> {
    const { time } = this;
    const session = openSession({
      seat: { table: CODE },
      kind: 'online',
      seated: () => undefined,
      world: {
        now: () => time.now,
        later: (after, then) => time.later(after, then),
        chance: () => 0.5,
        secret: () => this.#secret(),
        connect: events => {
          const slow = (act: () => void): void => void (delay === 0 ? act() : time.later(delay, act));
          const socket = this.#parlour.connect({
            opened: () => slow(events.opened),
            heard: text => slow(() => events.heard(text)),
            closed: (code, why) => slow(() => events.closed(code, why)),
          });
          return { send: text => slow(() => socket.send(text)), close: () => socket.close() };
        },
      },
    });
    await this.pass(10 + 4 * delay);
    session.join(name, 'owl');
    await this.pass(10 + 4 * delay);
    this.sessions.push(session);
    return session;
  }

  /** Starts the game: the host sets it up and starts the hourglass. */
  async begin(): Promise<void> {
    const [host] = this.sessions;
    host?.manage({ type: 'begin' });
    await this.pass(50);
    host?.do({ type: 'start' });
    await this.pass(50);
  }

  async pass(millis = 20): Promise<void> {
    for (let i = 0; i < 60; i++) await undefined;
    await this.time.pass(millis);
    for (let i = 0; i < 60; i++) await undefined;
  }

  /** Gives a command and waits for the answer; every other page has received it by then, too. */
  async ask(session: Session, command: PlayCommand): Promise<void> {
    let answered = false;
    let n = -1;
    const forget = session.listen(notice => {
      answered ||= (notice.type === 'refused' || (notice.type === 'news' && notice.mine)) && notice.n === n;
    });
    n = session.do(command);
    for (let i = 0; i < 50 && !answered; i++) await this.pass();
    forget();
    if (!answered) throw new Error(`no answer to ${JSON.stringify(command)}`);
    await this.pass();
  }

  get game(): Game {
    const game = this.sessions[0]?.game.peek();
    if (game === null || game === undefined) throw new Error('no game');
    return game;
  }

  close(): void {
    for (const session of this.sessions) session.close();
  }
}
