/** Helpers that create and place DOM elements. */
import { GLYPHS, type GlyphName } from '../art/glyphs.ts';
import { setDrawing } from '../art/trusted-markup.ts';
import type { Rectangle } from './layout.ts';

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  parent?: Element,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  parent?.append(element);
  return element;
}

export function makeImage(className: string, address: string, parent?: Element): HTMLImageElement {
  const image = make('img', className, parent);
  image.alt = '';
  image.draggable = false;
  image.decoding = 'async';
  image.src = address;
  return image;
}

export function glyph(name: GlyphName, className: string, parent: Element): SVGSVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  element.setAttribute('viewBox', '0 0 24 24');
  element.setAttribute('fill', 'currentColor');
  element.setAttribute('aria-hidden', 'true');
  element.setAttribute('class', className);
  setDrawing(element, GLYPHS[name]);
  parent.append(element);
  return element;
}

/**
 * Places an element with `left` and `top` and not with a transform, so that elements that stand still share a compositing
 * layer.
 */
export const moveTo = (element: HTMLElement, x: number, y: number): void => {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
};

export function placeBox(element: HTMLElement, { left, top, right, bottom }: Rectangle): void {
  moveTo(element, left, top);
  element.style.width = `${right - left}px`;
  element.style.height = `${bottom - top}px`;
}
