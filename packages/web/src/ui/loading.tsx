/** What a screen shows before it has been fetched. */
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';

export const Loading = (): JSX.Element => (
  <main class="page reaching">
    <div class="spinner" aria-hidden="true" />
    <h1>{say('shell.reaching')}</h1>
  </main>
);

/** For screens that come so soon that a text would only flicker. */
export const Blank = (): JSX.Element => <main class="page" />;
