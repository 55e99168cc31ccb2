/** Which screen is shown. */
import type { JSX } from 'preact';
import { say } from './words/words.ts';

export const App = (): JSX.Element => <h1>{say('shell.title')}</h1>;
