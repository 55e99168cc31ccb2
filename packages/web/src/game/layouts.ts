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

/** Loads the styles of the low window after those of the layout with keys at the side, which they override. */
async function lowLayout(): Promise<unknown> {
  await import('../styles/side.css');
  return import('../styles/side-low.css');
}

/** Loads a style sheet at once if its layout fits the window, otherwise as soon as the window fits. */
async function fetchLayout([window, fetch]: (typeof LAYOUTS)[number]): Promise<void> {
  const fits = matchMedia(window);
  const get = (): Promise<unknown> => fetch().catch(() => undefined); // the game works without the style sheet
  if (fits.matches) await get();
  else fits.addEventListener('change', () => void get(), { once: true });
}

export const layout: Promise<unknown> = Promise.all(LAYOUTS.map(fetchLayout));
