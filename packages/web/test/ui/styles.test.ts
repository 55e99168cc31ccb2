/**
 * Tests of style sheets, which stay loaded when their screen is gone: a class that two sheets style must mean the same in
 * each of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const STYLES = fileURLToPath(new URL('../../src/styles', import.meta.url));

/** Pairs of sheets that are written for each other: one says how a part looks, the other where it is. */
const TOGETHER: Readonly<Record<string, string>> = {
  asking: 'asking game',
  'board-mark': 'board marks',
  'board-pawn': 'board pawns',
  'board-pointer': 'board pawns',
  'board-step': 'board marks',
  camera: 'dock game',
  'command-box': 'command-box game',
  'home-head': 'forms home',
  lined: 'home lobby',
  'lobby-head': 'forms lobby',
  'next-tile': 'dock game',
  'talk-hint': 'dock game',
};

/** The classes that a selector of this sheet consists of alone, in any window. */
function classesOf(css: string): readonly string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  return [...plain.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, selectors = '']) =>
    selectors
      .replace(/\([^()]*\)/g, '')
      .split(',')
      .flatMap(selector => selector.trim().match(/^\.([\w-]+)$/)?.[1] ?? []),
  );
}

test('a class is styled by one sheet alone, or by sheets that are written for each other', () => {
  const sheets = new Map<string, string[]>();
  for (const file of readdirSync(STYLES).sort())
    for (const name of new Set(classesOf(readFileSync(`${STYLES}/${file}`, 'utf8'))))
      sheets.set(name, [...(sheets.get(name) ?? []), file.replace('.css', '')]);
  expect(sheets.size).toBeGreaterThan(300);
  const shared = [...sheets].filter(([, files]) => files.length > 1);
  expect(Object.fromEntries(shared.map(([name, files]) => [name, files.join(' ')]))).toEqual(TOGETHER);
});

type Condition = (value: string, width: number, height: number) => boolean;

/** The conditions of windows that the sheets use. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  'max-width': (value, width) => width <= Number.parseInt(value, 10),
  'max-height': (value, _, height) => height <= Number.parseInt(value, 10),
  'min-height': (value, _, height) => height >= Number.parseInt(value, 10),
  orientation: (value, width, height) => value === (height >= width ? 'portrait' : 'landscape'),
};

/** Whether a list of media conditions applies to a window. */
const applies = (media: string, width: number, height: number): boolean =>
  media
    .split(',')
    .some(one =>
      [...one.matchAll(/\(([\w-]+): (\w+)\)/g)].every(
        ([, name = '', value = '']) => CONDITIONS[name]?.(value, width, height) === true,
      ),
    );

test('the debrief has a layout of its own in every small window, whatever bars a browser shows', () => {
  const css = readFileSync(`${STYLES}/debrief-sizes.css`, 'utf8');
  const layouts = [...css.matchAll(/@media ([^{]+)\{\s*\.debrief \{\s*grid-template:/g)].map(
    ([, media]) => media,
  );
  expect(layouts).toHaveLength(2);
  const windows = [320, 375, 480, 568, 599, 600, 667, 759].flatMap(width =>
    [320, 375, 454, 553, 560, 561, 667, 844].map(height => [width, height] as const),
  );
  const without = windows.filter(([width, height]) => {
    const own = layouts.filter(media => applies(media ?? '', width, height));
    return own.length !== 1;
  });
  expect(without).toEqual([]);
});
