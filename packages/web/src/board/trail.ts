/** Draws the last move as a dotted line, so that players see what somebody has just done. */
import type { Hero } from '@hush/rules';
import { centreOf } from './layout.ts';
import type { BoardPoint } from './scene.ts';

const SVG = 'http://www.w3.org/2000/svg';

export function createTrail(layer: Element): (hero: Hero, path: readonly BoardPoint[]) => void {
  const svg = layer.appendChild(document.createElementNS(SVG, 'svg'));
  const lines = ['board-trail-band', 'board-trail-dots'].map(name => {
    const line = svg.appendChild(document.createElementNS(SVG, 'path'));
    line.setAttribute('class', name);
    return line;
  });
  svg.setAttribute('aria-hidden', 'true');
  return (hero, path) => {
    const d = path.map(centreOf).map(({ x, y }) => `${x} ${y + 8}`);
    svg.setAttribute('class', `board-trail ${hero}`);
    for (const line of lines) line.setAttribute('d', d.length < 2 ? '' : `M${d.join('L')}`);
  };
}
