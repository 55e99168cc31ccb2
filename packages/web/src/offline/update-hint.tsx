/** A hint that a newer build is available. Shown only on screens where reloading loses nothing, never over a game. */
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';
import { updates } from './updates.ts';
import '../styles/offline.css';

export function UpdateHint(): JSX.Element | null {
  if (!updates.ready.value) return null;
  return (
    <p class="update-hint" role="status">
      {say(updates.refused.value ? 'offline.otherWindows' : 'offline.ready')}{' '}
      <button type="button" onClick={() => updates.take()}>
        {say('offline.load')}
      </button>
    </p>
  );
}
