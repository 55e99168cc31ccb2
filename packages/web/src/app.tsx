/** Which screen is shown. Practice and the introduction bring a whole authority with them and are fetched when wanted. */
import { effect } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { route } from './table/route.ts';
import { isCalm, settings } from './table/settings.ts';
import { Home } from './views/home.tsx';
import { TableScreen } from './views/table-screen.tsx';
import { Trouble } from './views/trouble.tsx';
import { say } from './words/words.ts';

/** Styles follow some settings; the page's root carries them. */
effect(() => {
  const { classList } = document.documentElement;
  classList.toggle('calm', isCalm());
  classList.toggle('patterns', settings.patterns.value);
});

export function App(): JSX.Element {
  const here = route.value;
  const code = here.type === 'table' ? here.code : '';
  const title = say('shell.title');
  useEffect(() => {
    document.title = code === '' ? title : `${title} · ${code}`;
  }, [title, code]);
  switch (here.type) {
    case 'home':
      return <Home />;
    case 'table':
      return <TableScreen key={here.code} code={here.code} watch={here.watch} screen={here.screen} />;
    case 'practice':
      return (
        <Fetched
          key="practice"
          load={async () => (await import('./views/practice-screen.tsx')).PracticeScreen}
        />
      );
    case 'introduction':
      return (
        <Fetched
          key="introduction"
          load={async () => (await import('./intro/intro-screen.tsx')).IntroScreen}
        />
      );
    case 'lost':
      return <Trouble kind="lost" />;
  }
}

/** A screen that comes in its own file. */
function Fetched({ load }: { readonly load: () => Promise<ComponentType> }): JSX.Element | null {
  const [found, setFound] = useState<{ readonly Screen: ComponentType } | null>(null);
  useEffect(() => {
    let here = true;
    void load().then(Screen => here && setFound({ Screen }));
    return () => {
      here = false;
    };
  }, []);
  return found === null ? null : <found.Screen />;
}
