/**
 * `npm run pictures [-- [--seven] [--bright] [words]]`: takes a picture of every screen and state in two sizes, or in seven,
 * in the dark theme or in the bright one, and stores it in pictures/, which is not committed. Words pick by name. pictures/index.html is the contact sheet: a row for each
 * state, the sizes beside each other.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShown } from './child.mjs';
import { setupChromium } from './chromium.mjs';
import { ROOT } from './fresh.mjs';
import { runMain, say } from './report.mjs';
import { setup } from './setup.mjs';

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const CONFIG = 'packages/web/test/browser/pictures.config.ts';

const FOLDER = join(ROOT, 'pictures');

/** Names end with their size; pictures of one state stand in one row. */
function contactSheet() {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const file of readdirSync(FOLDER).filter(name => name.endsWith('.png'))) {
    const state = file.replace(/-(?:desktop|phone|\d+x\d+)\.png$/, '');
    rows.set(state, [...(rows.get(state) ?? []), file]);
  }
  const html = [...rows]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, files]) =>
        `<h2 id="${name}">${name}</h2>${files.map(file => `<img src="${file}" title="${file}" loading="lazy">`).join('')}`,
    )
    .join('\n');
  const style =
    'body{background:#333;color:#fff;font:16px sans-serif}img{height:420px;margin:4px;vertical-align:top}';
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html><title>Pictures</title><style>${style}</style>${html}`,
  );
}

await runMain(async () => {
  await setup();
  setupChromium();
  const given = process.argv.slice(2);
  const words = given.filter(word => !word.startsWith('--')).join(' ');
  if (given.includes('--bright')) process.env['HUSH_THEME'] = 'bright';
  if (given.includes('--seven')) process.env['HUSH_SIZES'] = 'seven';
  const args = ['run', '--config', CONFIG, ...(words === '' ? [] : ['-t', words])];
  const status = await runShown([VITEST, ...args], { cwd: ROOT });
  contactSheet();
  if (status === 0) say('the pictures are in pictures/, index.html shows them beside each other');
  return status;
});
