/** On the way to a screen. */
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';

export const Loading = (): JSX.Element => (
  <main class="page reaching">
    <div class="spinner" aria-hidden="true" />
    <h1>{say('shell.reaching')}</h1>
  </main>
);

/** Nothing to read, for it is soon over. */
export const Soon = (): JSX.Element => <main class="page" />;
