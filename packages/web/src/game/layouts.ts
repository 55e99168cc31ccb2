/**
 * The layouts of a game: upright phone, wide window, and a low window with its keys at the side, where the board needs the
 * height. Only the needed style sheet is fetched at first.
 */
const LAYOUTS: readonly (readonly [window: string, fetch: () => Promise<unknown>])[] = [
  [
    '(max-width: 959px) and (min-height: 800px), (max-width: 959px) and (min-height: 561px) and (orientation: portrait)',
    () => import('../styles/upright.css'),
  ],
  ['(min-width: 960px) and (min-height: 800px)', () => import('../styles/wide.css')],
  [
    '(max-height: 560px), (max-height: 799px) and (orientation: landscape)',
    () => import('../styles/side.css'),
  ],
  ['(max-height: 560px)', lowLayout],
];

/** Loads the styles of the low window after those of the layout with keys at the side, because they override them. */
async function lowLayout(): Promise<unknown> {
  await import('../styles/side.css');
  return import('../styles/side-low.css');
}

const fetchAll = (layouts: typeof LAYOUTS): Promise<unknown> =>
  Promise.all(layouts.map(([, fetch]) => fetch().catch(() => undefined))); // the game works without a style sheet

/**
 * Fetches the style sheets that fit the window at once. The others follow with the first press, so that a phone can be
 * turned while the server is away.
 */
function fetchLayouts(): Promise<unknown> {
  const fetchOthers = (): void => void fetchAll(LAYOUTS);
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, fetchOthers, { once: true });
  const queries = LAYOUTS.map(([window]) => matchMedia(window));
  for (const query of queries) query.addEventListener('change', fetchOthers, { once: true });
  return fetchAll(LAYOUTS.filter((_, i) => queries[i]?.matches));
}

export const layout: Promise<unknown> = fetchLayouts();
