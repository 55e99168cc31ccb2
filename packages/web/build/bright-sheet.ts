/**
 * Makes the style sheet of the bright theme from the styles of the dark one. Each colour gets a luminance that keeps its
 * contrast with every other colour: the ratio (a + 0.05) / (b + 0.05) of WCAG becomes its reciprocal. Heroes, tiles and
 * text on light things keep their colours. `src/styles/bright.css` has the rules that are written by hand; the computed
 * rules come before them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../src/styles', import.meta.url));
const SHEET = 'bright.css';
/** Files whose colours stay as they are, because they belong to drawings, heroes or paper. */
const KEPT_FILES = new Set([
  SHEET,
  'art.css',
  'book-print.css',
  'fonts.css',
  'gestures.css',
  'main.css',
  'marks.css',
  'pawns.css',
]);
/** Selectors of parts whose colours stay as they are: parts that are light already, drawn on the board, or made of wood. */
const KEPT_PARTS = new RegExp(
  [
    /[.]face\b|kbd|[.]button[.]main|[.]qr|[.]board-(?!area)|[.]board[. ](?!alarm)|[.]door[.]first|[.]steal\b/,
    /[.]toy-(?:table|name)$|chip.*[.]name$|[.]key[.]go(?:$|:active)|[.]ready-key|[.]lanterns|[.]minis i$/,
    /[.]scenario-picture [.]card$|[.]rule-card$|[.]tool[.]on|[.]coach|[.]plaque|[.]heist-end [.]gold/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/**
 * Variables with a hero's colours, which stay as they are. A hero's lightest and darkest shades serve as text and
 * background, so they change like other colours.
 */
const KEPT_NAMES = new Set(['--b', '--d', '--on', '--bar', '--base', '--dark', '--deep', '--pattern']);
/** A background in a hero's colour; the text on it keeps its colour. */
const HERO_GROUND = /background[^:]*:[^;]*var\(--(?:b|bar|d)\b/;
/**
 * Properties that can contain a colour. All of them are copied, because a shorthand also resets the parts that it does
 * not name.
 */
const COLOURED =
  /^(?:--.+|color|background.*|border(?!-radius|-collapse|-spacing).*|outline(?!-offset).*|box-shadow|text-shadow|fill|stroke|caret-color|accent-color|scrollbar-color|text-decoration.*|color-scheme)$/;
const COLOUR = /#[0-9a-f]{3,8}\b|rgb\([^)]*\)/gi;

export function brightSheet(): Plugin {
  return {
    name: 'bright-sheet',
    enforce: 'pre',
    transform: (code, id) => (id.split('?')[0]?.endsWith(`styles/${SHEET}`) ? brightRules() + code : null),
  };
}

/** The computed rules of all style sheets. */
export const brightRules = (): string =>
  readdirSync(FOLDER)
    .filter(file => file.endsWith('.css') && !KEPT_FILES.has(file))
    .sort()
    .map(file => brightened(readFileSync(join(FOLDER, file), 'utf8')))
    .join('');

/** The rules of one style sheet that contain colours, for the bright theme. */
export function brightened(css: string): string {
  const parts = css.replace(/\/\*.*?\*\//gs, '').split(/([{}])/);
  const open: { readonly head: string; inside: string }[] = [{ head: '', inside: '' }];
  for (let i = 0; i < parts.length; i += 2) {
    const text = parts[i] ?? '';
    if (parts[i + 1] === '{') open.push({ head: text.slice(text.lastIndexOf(';') + 1).trim(), inside: '' });
    if (parts[i + 1] !== '}') continue;
    const closed = open.pop();
    const outer = open.at(-1);
    if (closed === undefined || outer === undefined) throw new Error('a style sheet has a brace too many');
    outer.inside += closed.head.startsWith('@')
      ? inAtRule(closed.head, closed.inside)
      : inRule(closed.head, text);
  }
  return open[0]?.inside ?? '';
}

const inAtRule = (head: string, inside: string): string =>
  inside !== '' && /^@(?:media(?! print)|supports|container)/.test(head) ? `${head}{${inside}}` : '';

/**
 * The rules of parts whose colours stay are copied unchanged: otherwise changed rules of larger parts would override
 * them.
 */
function inRule(head: string, text: string): string {
  const selectors = selectorsOf(head);
  const isKept = (selector: string): boolean => KEPT_PARTS.test(selector);
  const made = (found: readonly string[], body: string): string =>
    found.length === 0 || body === '' ? '' : `${found.map(inBright).join(',')}{${body}}`;
  const turnedOnes = selectors.filter(selector => !isKept(selector));
  return (
    made(turnedOnes, declarations(text, brightValue)) +
    made(selectors.filter(isKept), declarations(text, asItIs))
  );
}

/** Splits a list of selectors at the commas outside of brackets. */
const selectorsOf = (head: string): readonly string[] => head.split(/,(?![^(]*\))/).map(one => one.trim());

const inBright = (selector: string): string =>
  /^(?::root|html|[.]calm|[.]patterns)\b/.test(selector)
    ? selector.replace(/^(?::root|html)?/, 'html.bright')
    : `html.bright ${selector}`;

type Change = (property: string, value: string) => string;
const asItIs: Change = (_, value) => value;

function declarations(text: string, change: Change): string {
  const isHeroGround = HERO_GROUND.test(text);
  return text
    .split(/;(?![^(]*\))/)
    .map(line => /^\s*([\w-]+)\s*:\s*(.+?)\s*$/s.exec(line) ?? [])
    .filter(([, property = '']) => COLOURED.test(property) && !KEPT_NAMES.has(property))
    .map(([, property = '', value = '']) =>
      isHeroGround && property === 'color' ? `color:${value}` : `${property}:${change(property, value)}`,
    )
    .join(';');
}

function brightValue(property: string, value: string): string {
  if (property === 'color-scheme') return 'light';
  const isShadow = property === 'box-shadow';
  return value
    .replace(/\s+/g, ' ')
    .replace(COLOUR, colour => textOf(isShadow ? shadow(rgbaOf(colour)) : turned(rgbaOf(colour))));
}

/** Red, green and blue from 0 to 255, and the opacity. */
type Rgba = readonly [number, number, number, number];

export function rgbaOf(colour: string): Rgba {
  if (colour.startsWith('#')) {
    const digits = colour.length < 6 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
    const [r = 0, g = 0, b = 0, a = 255] = (digits.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16));
    return [r, g, b, a / 255];
  }
  const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+%?/g) ?? []).map(part =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  );
  return [r, g, b, a];
}

const textOf = ([r, g, b, a]: Rgba): string => {
  const [x, y, z] = [r, g, b].map(part => Math.round(Math.min(255, Math.max(0, part))));
  return a === 1
    ? `#${[x, y, z].map(part => (part ?? 0).toString(16).padStart(2, '0')).join('')}`
    : `rgb(${x} ${y} ${z}/${Math.round(a * 1000) / 1000})`;
};

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const curved = (share: number): number =>
  255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);

/** The relative luminance of a colour (WCAG). */
export const luminanceOf = ([r, g, b]: Rgba): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** The colour of the same hue whose contrast with white is that of this one with black. */
export function turned(colour: Rgba): Rgba {
  const goal = 0.0525 / (luminanceOf(colour) + 0.05) - 0.05;
  const parts = [colour[0], colour[1], colour[2]].map(linear);
  const now = luminanceOf(colour);
  if (now <= 0) return [255, 255, 255, colour[3]];
  // To get darker, all parts shrink in proportion. To get lighter, they grow as far as possible, then the colour
  // approaches white.
  const most = Math.max(...parts);
  const scale = Math.min(goal / now, 1 / most);
  const scaled = parts.map(part => part * scale);
  const reached = now * scale;
  const white = reached >= goal || reached >= 1 ? 0 : (goal - reached) / (1 - reached);
  const [r = 0, g = 0, b = 0] = scaled.map(part => curved(part + (1 - part) * white));
  return [r, g, b, colour[3]];
}

/** A shadow stays dark but gets weaker; a light edge changes like other colours. */
const shadow = (colour: Rgba): Rgba =>
  luminanceOf(colour) < 0.05 ? [colour[0], colour[1], colour[2], colour[3] * 0.35] : turned(colour);
