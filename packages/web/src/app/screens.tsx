/**
 * The component and the data of each screen. `protocol/screens.ts` has their addresses; a screen without a row here
 * does not compile.
 */
import type { ComponentType, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { botsIn, type PageScreen, type Route, viewIn } from '../device/route.ts';
import { lazy } from '../ui/lazy.tsx';
import { Blank, Loading } from '../ui/loading.tsx';

interface Screen {
  /** Starts fetching the screen; `Show` waits for the result. */
  readonly load: () => Promise<unknown>;
  readonly Show: (props: { readonly route: Route }) => JSX.Element;
  /** Whether the page can be reloaded on this screen without losing anything. */
  readonly isFree: boolean;
}

interface Options extends NonNullable<Parameters<typeof lazy>[1]> {
  readonly isFree?: boolean;
}

/** `propsOf` is called once for each route, so an effect that depends on a property runs again only after navigating. */
function screen<P extends object>(
  load: () => Promise<ComponentType<P>>,
  propsOf: (route: Route) => P,
  { isFree = false, ...options }: Options = {},
): Screen {
  const Part = lazy(load, { waiting: Blank, ...options });
  const Show = ({ route }: { readonly route: Route }): JSX.Element => {
    const props = useMemo(() => propsOf(route), [route]);
    return <Part {...props} />;
  };
  return { load, Show, isFree };
}

const NO_PROPS = (): object => ({});

export const SCREEN_PARTS = {
  home: screen(async () => (await import('./home.tsx')).Home, NO_PROPS, { isFree: true }),
  // The texts of this screen come with the page.
  table: screen(
    async () => (await import('../table-screen/table-screen.tsx')).TableScreen,
    ({ params, query }) => ({ code: params.table ?? '', ...viewIn(query) }),
    { waiting: Loading, words: [] },
  ),
  practice: screen(
    async () => (await import('../table-screen/practice-screen.tsx')).PracticeScreen,
    ({ query }) => ({ bots: botsIn(query), query }),
  ),
  introduction: screen(async () => (await import('../campaign/intro-screen.tsx')).IntroScreen, NO_PROPS),
  campaign: screen(async () => (await import('../campaign/campaign-screen.tsx')).CampaignScreen, NO_PROPS, {
    isFree: true,
  }),
  workshop: screen(
    async () => (await import('../workshop/workshop-screen.tsx')).WorkshopScreen,
    ({ params, query }) => ({ code: params.sheet ?? null, paints: query.get('view') === 'paint' }),
    { words: ['more', 'workshop', 'problems'] },
  ),
  heist: screen(
    async () => (await import('../heist/heist-screen.tsx')).HeistScreen,
    ({ query }) => ({ day: query.get('day') }),
    { words: ['more', 'heist'] },
  ),
  crews: screen(async () => (await import('../book/crews-screen.tsx')).CrewsScreen, NO_PROPS, {
    words: ['more', 'book'],
  }),
  // This screen must not be reloaded: a crew's secret may be arriving, or a book may be half imported.
  crew: screen(
    async () => (await import('../book/book-screen.tsx')).BookScreen,
    ({ params }) => ({ id: params.crew ?? '' }),
    { words: ['more', 'book'] },
  ),
  board: screen(async () => (await import('../book/leaderboard-screen.tsx')).BoardScreen, NO_PROPS, {
    words: ['more', 'book'],
    isFree: true,
  }),
  privacy: screen(async () => (await import('../settings/privacy-screen.tsx')).PrivacyScreen, NO_PROPS),
  replay: screen(
    async () => (await import('../replay/replay-screen.tsx')).ReplayScreen,
    ({ params: { crew = null, line, table = null } }) => ({
      source: { crew, line: Number(line ?? 0), table },
    }),
    { words: ['more', 'replay', 'news'] },
  ),
  lost: screen(
    async () => (await import('../ui/error-screen.tsx')).ErrorScreen,
    () => ({ kind: 'lost' as const }),
    {
      isFree: true,
    },
  ),
} satisfies Record<PageScreen, Screen>;
