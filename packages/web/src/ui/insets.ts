/** How much of a board lies under panels. */
import type { Insets } from '../board/scene.ts';

const isSide = (word: string): word is keyof Insets => /^(top|right|bottom|left)$/.test(word);

/** What the panels cover, measured where they are; the style says at which edge that is. The camera keeps the heroes out from under them. */
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
