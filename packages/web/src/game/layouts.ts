/** How a game lies in its window: a phone upright, a low window, a wide one. Only the style that is needed is fetched. */
const LAYOUTS: readonly (readonly [window: string, fetch: () => Promise<unknown>])[] = [
  ['(max-width: 959px) and (min-height: 561px)', () => import('../styles/upright.css')],
  ['(min-width: 960px) and (min-height: 561px)', () => import('../styles/wide.css')],
  ['(max-height: 560px)', () => import('../styles/low.css')],
];

/** The one for the window as it is now; another as soon as the window has become another. */
async function fetchLayout([window, fetch]: (typeof LAYOUTS)[number]): Promise<void> {
  const fits = matchMedia(window);
  const get = (): Promise<unknown> => fetch().catch(() => undefined); // unstyled, and yet all there
  if (fits.matches) await get();
  else fits.addEventListener('change', () => void get(), { once: true });
}

export const layout: Promise<unknown> = Promise.all(LAYOUTS.map(fetchLayout));
