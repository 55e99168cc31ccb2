/**
 * Plants the mutant that a planter has written to a file into modules that Node loads itself, for instance the journal's
 * worker.
 */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';

/** @typedef {{ url: string, text: string } | null} Note */

const path = process.env['PLANTED_MUTANT'];
/** @type {Note} */
const note = path === undefined ? null : JSON.parse(readFileSync(path, 'utf8'));
if (note?.url.endsWith('.mjs')) {
  const hooks = `const note = ${JSON.stringify(note)};
export const load = (url, context, next) =>
  url.split('?')[0] === note.url ? { format: 'module', source: note.text, shortCircuit: true } : next(url, context);`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
