/** Which screen is shown. What a running game does not need is fetched when it is wanted. */
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { route } from '../device/route.ts';
import { isCalm, settings } from '../device/settings.ts';
import { bookWords, say } from '../i18n/catalogs.ts';
import { lazy } from '../ui/lazy.tsx';
import { Loading, Soon } from '../ui/loading.tsx';

export const fetchTable = async (): Promise<
  typeof import('../table-screen/table-screen.tsx')['TableScreen']
> => (await import('../table-screen/table-screen.tsx')).TableScreen;

const Trouble = lazy(async () => (await import('../ui/error-screen.tsx')).ErrorScreen, { waiting: Soon });
/** What a table needs comes at once, and its own words are there already. */
const TableScreen = lazy(fetchTable, { waiting: Loading, words: async () => undefined });
const Home = lazy(async () => (await import('./home.tsx')).Home, { waiting: Soon });
const Practice = lazy(async () => (await import('../table-screen/practice-screen.tsx')).PracticeScreen, {
  waiting: Soon,
});
const Campaign = lazy(async () => (await import('../campaign/campaign-screen.tsx')).CampaignScreen, {
  waiting: Soon,
});
const Introduction = lazy(async () => (await import('../campaign/intro-screen.tsx')).IntroScreen, {
  waiting: Soon,
});
const Workshop = lazy(async () => (await import('../workshop/door.tsx')).enterWorkshop(), {
  waiting: Soon,
});
const Replay = lazy(async () => (await import('../replay/door.tsx')).enterReplay(), { waiting: Soon });
const book = { waiting: Soon, words: bookWords };
const Book = lazy(async () => (await import('../book/book-screen.tsx')).BookScreen, book);
const Crews = lazy(async () => (await import('../book/crews-screen.tsx')).CrewsScreen, book);
const Board = lazy(async () => (await import('../book/leaderboard-screen.tsx')).BoardScreen, book);

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
      return <Practice key={here.bots} bots={here.bots} />;
    case 'campaign':
      return <Campaign />;
    case 'workshop':
      return <Workshop code={here.code} />;
    case 'introduction':
      return <Introduction />;
    case 'crews':
      return <Crews />;
    case 'crew':
      return <Book key={here.id} id={here.id} />;
    case 'board':
      return <Board />;
    case 'replay':
      return <Replay source={here} />;
    case 'lost':
      return <Trouble kind="lost" />;
  }
}
