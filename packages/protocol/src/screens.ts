/**
 * The list of all screens with their addresses. The page's router, its service worker and the HTTP server read this list, so
 * all of them know the same addresses. Every screen also works offline.
 */
import { isCode } from './codes.ts';

const GAME_PAGE = '/index.html';

const screen = <N extends string>(name: N, path: string, page: string = GAME_PAGE) => ({ name, path, page });

/** The screens. A screen may have several addresses; `page` is the HTML file that shows the screen. */
const SCREENS = [
  screen('home', '/'),
  screen('table', '/t/:table'),
  screen('practice', '/practice'),
  screen('introduction', '/introduction'),
  screen('campaign', '/campaign'),
  screen('workshop', '/workshop'),
  screen('workshop', '/s/:sheet'),
  screen('heist', '/heist'),
  screen('crews', '/crews'),
  screen('crew', '/crew/:crew'),
  screen('board', '/board'),
  screen('privacy', '/privacy'),
  screen('replay', '/replay'),
  screen('replay', '/replay/:table'),
  screen('replay', '/replay/:crew/:line'),
  screen('hourglass', '/hourglass', '/hourglass.html'),
];

export type ScreenName = (typeof SCREENS)[number]['name'];

type PathParam = 'table' | 'sheet' | 'crew' | 'line';
export type PathParams = Readonly<Partial<Record<PathParam, string>>>;

export interface ScreenMatch {
  readonly name: ScreenName;
  /** The HTML file that shows this screen. */
  readonly page: string;
  readonly params: PathParams;
}

/** Finds the screen of a decoded path; null if there is none. Trailing slashes are ignored. */
export function screenAt(path: string): ScreenMatch | null {
  for (const { name, page, path: pattern } of SCREENS) {
    const params = matchPath(pattern, path);
    if (params !== null) return { name, page, params };
  }
  return null;
}

const segmentsOf = (path: string): readonly string[] => path.replace(/\/+$/, '').split('/');

/** Reads the parameters of a path like `/t/:table/record` in their canonical form; null if the path does not match. */
export function matchPath(pattern: string, path: string): PathParams | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const text = given[i] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return null;
      continue;
    }
    const name = part.slice(1);
    const value = name === 'table' ? tableCodeIn(text) : name === 'line' ? numberIn(text) : idIn(text);
    if (value === null) return null;
    params[name] = value;
  }
  return params;
}

/** Reads a table code as people type it: any case, with spaces and dashes anywhere. Null if it cannot be a code. */
export function tableCodeIn(typed: string): string | null {
  const code = typed.replace(/[\s\-–—_.]/gu, '').toUpperCase();
  return isCode('table', code) ? code : null;
}

const numberIn = (text: string): string | null => (/^\d{1,9}$/.test(text) ? text : null);
const idIn = (text: string): string | null => (/^\w{1,40}$/.test(text) ? text.toUpperCase() : null);
