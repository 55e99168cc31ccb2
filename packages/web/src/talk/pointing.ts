/** Pointing at the board: finds the cell under a finger, and draws rings where other players point. */
import { type Cell, cellOf, type Game, laidTiles } from '@hush/rules';
import { effect } from '@preact/signals';
import { animalAddress } from '../art/sheets.ts';
import { make, makeImage, moveTo } from '../board/elements.ts';
import { centreOf, samePoint } from '../board/layout.ts';
import type { BoardApi, BoardPoint } from '../board/scene.ts';
import { planePoint } from '../model/scene-of.ts';
import type { Session } from '../table/session.ts';
import type { ShownGesture, TalkLog } from './talk-log.ts';

/** Returns the cell at this point; null outside the mall. */
export function cellAtPoint(game: Game, at: BoardPoint): Cell | null {
  for (const { tile } of laidTiles(game))
    for (let square = 0; square < 16; square++) {
      const cell = cellOf(tile, square);
      if (samePoint(planePoint(game, cell), at)) return cell;
    }
  return null;
}

/** Draws a ring for every pointing gesture while it lasts; the returned function stops it. */
export function showRings(session: Session, room: TalkLog, board: BoardApi): () => void {
  const rings = new Map<ShownGesture, HTMLElement>();
  const unwatch = effect(() => {
    const acts = room.acts.value.filter(({ to }) => to !== null);
    for (const [act, ring] of rings)
      if (!acts.includes(act)) {
        ring.remove();
        rings.delete(act);
      }
    for (const act of acts) {
      const game = session.game.peek();
      if (rings.has(act) || act.to === null || game === null) continue;
      rings.set(act, ringAt(board, planePoint(game, act.to), avatarOf(session, act)));
    }
  });
  return () => {
    unwatch();
    for (const ring of rings.values()) ring.remove();
  };
}

const avatarOf = (session: Session, { member }: ShownGesture): string =>
  session.people.peek().find(person => person.member === member)?.avatar ?? '';

function ringAt(board: BoardApi, at: BoardPoint, avatar: string): HTMLElement {
  const ring = make('div', 'ring', board.overlay());
  const { x, y } = centreOf(at);
  moveTo(ring, x, y);
  make('i', '', ring);
  make('i', '', ring);
  const address = animalAddress(avatar);
  if (address !== undefined) makeImage('ring-face', address, ring);
  return ring;
}
