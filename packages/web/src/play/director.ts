/**
 * Tells the board how heroes got where the scene shows them: who walked which way, who was first. What was shown and
 * what is now are compared; the notice that comes with a change says whose it was. Notices come just after the change
 * they explain, so the board is shown everything at the end of the turn: walks first, then the scene.
 */
import type { Member, Notice } from '@hush/protocol';
import { type EventOf, featureAt, type Game, HEROES, type Hero, slide } from '@hush/rules';
import { effect } from '@preact/signals';
import type { BoardApi, Point, Scene, Walk } from '../board/scene.ts';
import { planePoint } from '../scene-of.ts';
import type { Session } from '../table/session.ts';
import { escalatorEnd, straightTo } from './places.ts';

export interface Director {
  /** In place of the board's own: the scene comes after the walks that lead to it. */
  show(scene: Scene): void;
  stop(): void;
}

type Watched = Pick<Session, 'game' | 'people' | 'listen'>;
type Moved = EventOf<'heroMoved'>;

/** How a hero came from where it was shown to a cell. */
export function wayTo(game: Game, hero: Hero, to: number, by?: Moved['by']): Pick<Walk, 'path' | 'by'> {
  const straight = straightTo(game, hero, to);
  if (straight !== null && by !== 'vortex' && by !== 'escalator') {
    const cells = slide(game, hero, straight.dir).slice(0, straight.steps);
    return { by: 'walk', path: cells.map(cell => planePoint(game, cell)) };
  }
  const path: readonly Point[] = [planePoint(game, to)];
  if (by === 'escalator' || escalatorEnd(game, game.heroes[hero] ?? -1) === to)
    return { by: 'escalator', path };
  const isVortex = by === 'vortex' || (by === undefined && featureAt(game, to)?.type === 'vortex');
  return { by: isVortex ? 'vortex' : 'walk', path };
}

export function boardDirector(session: Watched, board: BoardApi): Director {
  let shown: Game | null = session.game.peek();
  let scene: Scene | null = null;
  let notices: Notice[] = [];
  let waiting = false;
  let stopped = false;

  const author = (member: Member | null): Walk['author'] =>
    session.people.peek().find(person => person.member === member) ?? null;

  function walk(before: Game, after: Game, hero: Hero): void {
    const news = notices.flatMap(notice => (notice.type === 'news' ? [notice] : []));
    const mover = news.findLast(({ events }) => movesOf(events, hero).length > 0);
    const moved = mover === undefined ? undefined : movesOf(mover.events, hero).at(-1);
    const to = after.heroes[hero] ?? moved?.to ?? null;
    const from = before.heroes[hero];
    if (to === null || from === null || from === to) return;
    const refused = notices.findLast(notice => notice.type === 'refused');
    if (refused !== undefined && moved === undefined) {
      board.springBack(hero, author(refused.first));
      return;
    }
    const by = mover === undefined || mover.mine ? null : author(mover.member);
    board.walk({ hero, author: by, ...wayTo(before, hero, to, moved?.by) });
  }

  function settle(): void {
    waiting = false;
    if (stopped) return;
    const [before, after] = [shown, session.game.peek()];
    const anew = notices.some(({ type }) => type === 'synced');
    if (before !== null && after !== null && before.setUp === after.setUp && !anew) {
      for (const hero of HEROES) walk(before, after, hero);
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
