/**
 * Tells the board how heroes moved: along which cells, and by whom. It compares the game that was shown with the
 * current one; a notice says whose change it was. Notices arrive just after the change that they explain, so the
 * director waits for the end of the event-loop turn and then shows the walks first and the scene after them.
 */
import { type Member, type Notice, type Person, standsIn, type TableState } from '@hush/protocol';
import { type EventOf, featureAt, type Game, HEROES, type Hero, isDirection, slide } from '@hush/rules';
import { effect, type ReadonlySignal } from '@preact/signals';
import type { BoardApi, BoardPoint, Scene, Walk } from '../board/scene.ts';
import { say } from '../i18n/catalogs.ts';
import { escalatorEnd, straightTo } from './cells.ts';
import { planePoint } from './scene-of.ts';

export interface Director {
  /** Shows a scene after the moves that lead to it; the page calls this method and not the board's own `show`. */
  show(scene: Scene): void;
  stop(): void;
}

/** The part of a session that the director reads. */
interface WatchedTable {
  readonly game: ReadonlySignal<Game | null>;
  readonly people: ReadonlySignal<readonly Person[]>;
  readonly table: ReadonlySignal<TableState>;
  listen(listener: (notice: Notice) => void): () => void;
}

type Moved = EventOf<'heroMoved'>;

/** How a hero moved from its shown place to a cell. */
export function wayTo(game: Game, hero: Hero, to: number, by?: Moved['by']): Pick<Walk, 'path' | 'by'> {
  const straight = straightTo(game, hero, to);
  if (straight !== null && by !== 'vortex' && by !== 'escalator') {
    const cells = slide(game, hero, straight.dir).slice(0, straight.steps);
    return { by: 'walk', path: cells.map(cell => planePoint(game, cell)) };
  }
  const path: readonly BoardPoint[] = [planePoint(game, to)];
  if (by === 'escalator' || escalatorEnd(game, game.heroes[hero] ?? -1) === to)
    return { by: 'escalator', path };
  const isVortex = by === 'vortex' || (by === undefined && featureAt(game, to)?.type === 'vortex');
  return { by: isVortex ? 'vortex' : 'walk', path };
}

/**
 * Returns whether the move begins where the hero is shown; false if this page had predicted another move of the hero, and
 * another player's move came first.
 */
const isOnItsWay = (shown: Game, { hero, by, to }: Moved): boolean =>
  !isDirection(by) || straightTo(shown, hero, to)?.dir === by;

interface Turn {
  /** The member whose name tag the hero shows; null for none. */
  readonly member: Member | null;
  /** The path of the hero; null if the hero goes back to its real place. */
  readonly way: Pick<Walk, 'path' | 'by'> | null;
}

/** How to animate a hero that has changed its place, derived from the notices. */
function turnOf(
  before: Game,
  after: Game,
  hero: Hero,
  { notices, table }: { readonly notices: readonly Notice[]; readonly table: TableState },
): Turn | null {
  const news = notices.flatMap(notice => (notice.type === 'news' ? [notice] : []));
  const mover = news.findLast(({ events }) => movesOf(events, hero).length > 0);
  const moved = mover === undefined ? undefined : movesOf(mover.events, hero).at(-1);
  const to = after.heroes[hero] ?? moved?.to ?? null;
  const from = before.heroes[hero];
  if (to === null || from === null || from === to) return null;
  if (mover === undefined || moved === undefined) {
    const refused = notices.findLast(notice => notice.type === 'refused');
    return refused === undefined
      ? { member: null, way: wayTo(before, hero, to) }
      : { member: refused.first, way: null };
  }
  const member = mover.mine ? null : (table.seats[moved.seat] ?? null);
  if (!mover.mine && !isOnItsWay(before, moved)) return { member, way: null };
  return { member, way: wayTo(before, hero, to, moved.by) };
}

/** The player whose name is shown at the hero. A bot has a name, too; for a stand-in the tag says so. */
function authorOf({ people, table }: WatchedTable, member: Member | null): Walk['author'] {
  const person = people.peek().find(one => one.member === member) ?? null;
  if (person === null || !standsIn(table.peek(), member)) return person;
  return { ...person, name: say('game.botFor', { name: person.name }) };
}

export function boardDirector(session: WatchedTable, board: BoardApi): Director {
  let shown: Game | null = session.game.peek();
  let scene: Scene | null = null;
  let notices: Notice[] = [];
  let waiting = false;
  let stopped = false;

  function tell(before: Game, after: Game, hero: Hero): void {
    const turn = turnOf(before, after, hero, { notices, table: session.table.peek() });
    if (turn === null) return;
    const author = authorOf(session, turn.member);
    if (turn.way === null) board.springBack(hero, author);
    else board.walk({ hero, author, ...turn.way });
  }

  function settle(): void {
    waiting = false;
    if (stopped) return;
    const [before, after] = [shown, session.game.peek()];
    const anew = notices.some(({ type }) => type === 'synced');
    if (before !== null && after !== null && before.setUp === after.setUp && !anew) {
      for (const hero of HEROES) tell(before, after, hero);
    }
    shown = after;
    notices = [];
    if (scene !== null) board.show(scene);
    scene = null;
  }

  function later(): void {
    if (waiting) return;
    waiting = true;
    queueMicrotask(settle);
  }

  const forget = session.listen(notice => {
    notices.push(notice);
    later();
  });
  const unwatch = effect(() => {
    if (session.game.value !== shown) later();
  });
  return {
    show(next) {
      scene = next;
      later();
    },
    stop() {
      forget();
      unwatch();
      stopped = true;
    },
  };
}

const movesOf = (events: readonly { readonly type: string }[], hero: Hero): readonly Moved[] =>
  events.filter((event): event is Moved => event.type === 'heroMoved' && (event as Moved).hero === hero);
