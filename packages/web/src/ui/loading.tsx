/** The screen that is shown while another screen is being loaded. */
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';

export const Loading = (): JSX.Element => (
  <main class="page reaching">
    <div class="spinner" aria-hidden="true" />
    <h1>{say('shell.reaching')}</h1>
  </main>
);

/** An empty page, for screens that load so fast that a text would only flicker. */
export const Blank = (): JSX.Element => <main class="page" />;
