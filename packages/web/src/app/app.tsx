/** Shows the screen of the current route. Each screen is fetched when it is first needed. */
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { route } from '../device/route.ts';
import { isBright, isCalm, settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { SCREEN_PARTS } from './screens.tsx';

/** Adds classes to the root element for settings that change styles. */
effect(() => {
  const { classList, style } = document.documentElement;
  style.fontSize = `${settings.textSize.value}%`;
  classList.toggle('calm', isCalm());
  classList.toggle('patterns', settings.patterns.value);
  classList.toggle('bright', isBright());
  if (isBright()) import('../styles/bright.css').catch(() => undefined); // without a network the page stays dark
});

export function App(): JSX.Element {
  const { screen, params, query } = route.value;
  const code = screen === 'table' && !settings.hideCode.value ? params.table : undefined;
  const title = say('shell.title');
  useEffect(() => {
    document.title = code === undefined ? title : `${title} · ${code}`;
  }, [title, code]);
  const { Show } = SCREEN_PARTS[screen];
  // A route to another table, crew or number of bots is a new screen; another view of the same table is not.
  const key = [screen, ...Object.values(params), query.get('bots')].join('/');
  return <Show key={key} route={route.value} />;
}
