/** The buttons that move the camera. */
import type { JSX } from 'preact';
import type { BoardApi } from '../board/scene.ts';
import { settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { IconButton } from '../ui/widgets.tsx';

const ZOOM = 1.3;

export function toggleFollowing(): void {
  settings.following.value = settings.following.peek() !== true;
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
      pressed={settings.following.value === true}
      onPress={toggleFollowing}
    />
    <IconButton icon="fit" size={20} label={say('game.fit')} onPress={() => board?.fitAll()} />
  </div>
);
