/** The logo as a link to the home screen. */
import type { JSX } from 'preact';
import { followLink } from '../device/route.ts';
import { say } from '../i18n/say.ts';
import { Logo } from './widgets.tsx';

export const HomeLink = (): JSX.Element => (
  <a href="/" class="logo-link" onClick={followLink}>
    <Logo />
    <span class="unseen">{say('shell.home')}</span>
  </a>
);
