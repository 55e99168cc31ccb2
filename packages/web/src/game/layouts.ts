/** The layouts of a game: upright phone, low window, wide window. Only the needed style sheet is fetched. */
const LAYOUTS: readonly (readonly [window: string, fetch: () => Promise<unknown>])[] = [
  ['(max-width: 959px) and (min-height: 561px)', () => import('../styles/upright.css')],
  ['(min-width: 960px) and (min-height: 561px)', () => import('../styles/wide.css')],
  ['(max-height: 560px)', () => import('../styles/low.css')],
];

/** Fetches a style sheet at once if it fits the window, otherwise when the window first fits it. */
async function fetchLayout([window, fetch]: (typeof LAYOUTS)[number]): Promise<void> {
  const fits = matchMedia(window);
  const get = (): Promise<unknown> => fetch().catch(() => undefined); // the game works without the style sheet
  if (fits.matches) await get();
  else fits.addEventListener('change', () => void get(), { once: true });
}

export const layout: Promise<unknown> = Promise.all(LAYOUTS.map(fetchLayout));
