/** Shows sounds as captions, if the player has switched them on. */
import type { JSX } from 'preact';
import { settings } from '../device/settings.ts';
import type { Sounds } from './sounds.ts';
import '../styles/captions.css';

export function Captions({ sounds }: { readonly sounds: Sounds }): JSX.Element | null {
  if (!settings.captions.value) return null;
  return (
    <ul class="captions" aria-hidden="true">
      {sounds.captions.value.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}
