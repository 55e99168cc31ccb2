/** The sounds of a table, and their captions if those are turned on. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { settings } from '../device/settings.ts';
import type { Session } from '../table/session.ts';
import { Captions } from './captions.tsx';
import { createSounds } from './sounds.ts';

/** The sounds are made once for the page, because browsers limit the number of audio contexts. */
const sounds = createSounds(settings);

export function TableSounds({ session }: { readonly session: Session }): JSX.Element {
  useEffect(() => sounds.attach(session), [session]);
  return <Captions sounds={sounds} />;
}
