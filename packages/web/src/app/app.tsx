/** Which screen is shown. What a running game does not need is fetched when it is wanted. */
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { route } from '../device/route.ts';
import { isCalm, settings } from '../device/settings.ts';
import { bookWords, say } from '../i18n/catalogs.ts';
import { fetched } from '../ui/lazy.tsx';
import { Reaching, Soon } from '../ui/loading.tsx';

export const fetchTable = async (): Promise<
  typeof import('../table-screen/table-screen.tsx')['TableScreen']
> => (await import('../table-screen/table-screen.tsx')).TableScreen;

const Trouble = fetched(async () => (await import('../ui/error-screen.tsx')).Trouble, { waiting: Soon });
/** What a table needs comes at once, and its own words are there already. */
const TableScreen = fetched(fetchTable, { waiting: Reaching, words: async () => undefined });
const Home = fetched(async () => (await import('./home.tsx')).Home, { waiting: Soon });
const Practice = fetched(async () => (await import('../table-screen/practice-screen.tsx')).PracticeScreen, {
  waiting: Soon,
});
const Campaign = fetched(async () => (await import('../campaign/campaign-screen.tsx')).CampaignScreen, {
  waiting: Soon,
});
const Introduction = fetched(async () => (await import('../campaign/intro-screen.tsx')).IntroScreen, {
  waiting: Soon,
});
const Workshop = fetched(async () => (await import('../workshop/door.tsx')).enterWorkshop(), {
  waiting: Soon,
});
const Replay = fetched(async () => (await import('../replay/door.tsx')).enterReplay(), { waiting: Soon });
const book = { waiting: Soon, words: bookWords };
const Book = fetched(async () => (await import('../book/book-screen.tsx')).BookScreen, book);
const Crews = fetched(async () => (await import('../book/crews-screen.tsx')).CrewsScreen, book);
const Board = fetched(async () => (await import('../book/leaderboard-screen.tsx')).BoardScreen, book);

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
