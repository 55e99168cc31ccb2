/** The camera's buttons. On a phone they lie over the board, and they change sides when a hero stands under them. */
import type { JSX } from 'preact';
import type { BoardApi } from '../board/scene.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { IconButton } from '../ui/widgets.tsx';

const ZOOM = 1.3;

export function toggleFollowing(): void {
  settings.following.value = !settings.following.peek();
}

export const CameraButtons = ({ board }: { readonly board: BoardApi | null }): JSX.Element => (
  <div class="panel camera">
    <IconButton
      icon="plus"
      size={20}
      label={say('game.zoomIn')}
      onPress={() => board?.zoomBy(ZOOM)}
      class="zoom"
    />
    <IconButton
      icon="minus"
      size={20}
      label={say('game.zoomOut')}
      onPress={() => board?.zoomBy(1 / ZOOM)}
      class="zoom"
    />
    <IconButton
      icon="follow"
      size={20}
      label={say('game.follow')}
      pressed={settings.following.value}
      onPress={toggleFollowing}
    />
    <IconButton icon="fit" size={20} label={say('game.fit')} onPress={() => board?.fitAll()} />
  </div>
);

type Sides = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const overlap = (a: Sides, b: Sides): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Moves the buttons to the other side when they cover a hero here and would cover none there. */
function changeSides(board: Element): void {
  const buttons = board.parentElement?.querySelector('.camera');
  if (!buttons) return;
  const here = buttons.getBoundingClientRect();
  const { left, right } = board.getBoundingClientRect();
  const there = { ...sidesOf(here), left: left + right - here.right, right: left + right - here.left };
  const others = [...document.querySelectorAll('.board-doll')].map(one => one.getBoundingClientRect());
  const isFree = (place: Sides): boolean => !others.some(one => overlap(one, place));
  if (!isFree(here) && isFree(there)) buttons.toggleAttribute('data-aside');
}

const sidesOf = ({ left, right, top, bottom }: Sides): Sides => ({ left, right, top, bottom });

/** Longer than the longest walk. */
const SETTLED = 800;

/** Debounce: `moved` is called whenever something moves, and the check runs when all movement has ended. */
export function dodging(board: Element): { moved(): void; stop(): void } {
  let timer = 0;
  const stop = (): void => clearTimeout(timer);
  return {
    moved() {
      stop();
      timer = window.setTimeout(() => changeSides(board), SETTLED);
    },
    stop,
  };
}
