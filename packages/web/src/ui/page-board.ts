/** The options that the page passes to the board: settings, labels, and how many pixels panels cover. */
import type { BoardOptions, Insets } from '../board/scene.ts';
import { isCalm } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';

export const boardOptions: BoardOptions = {
  isCalm,
  labels: {
    marks: () => say('board.marks'),
    find: hero => say('board.find', { hero: say(`play.hero.${hero}`) }),
  },
};

const isSide = (word: string): word is keyof Insets => /^(top|right|bottom|left)$/.test(word);

/**
 * How far panels cover each edge of the board, in pixels. The style property `--edge` of a panel names its edge. The
 * camera keeps heroes out of the covered area.
 */
export function insetsIn(root: Element): Insets {
  const box = root.getBoundingClientRect();
  const insets = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const panel of document.querySelectorAll('.panel')) {
    const side = getComputedStyle(panel).getPropertyValue('--edge').trim();
    const { top, right, bottom, left, width } = panel.getBoundingClientRect();
    if (width === 0 || !isSide(side)) continue;
    const covered = {
      top: bottom - box.top,
      right: box.right - left,
      bottom: box.bottom - top,
      left: right - box.left,
    };
    insets[side] = Math.max(insets[side], covered[side]);
  }
  return insets;
}
