/** `hush tiles FILE [--json]`: checks a custom tile set and prints what is wrong and how it differs from the standard set. */
import { checkTiles, type TileFinding } from '@hush/rules';
import { type Io, readTextOf } from './io.ts';
import { fileAndJson } from './options.ts';

const BREAKS = 1;
const BAD_USAGE = 2;

export const TILES_USAGE = [
  'usage: hush tiles FILE [--json]',
  '  FILE    tiles as text, drawn like the standard set; use - for standard input',
  '  --json  print an object for programs: playable, why, findings (severity, rule, tile, line, column, why)',
].join('\n');

export async function tilesCommand(args: readonly string[], io: Io): Promise<number> {
  const asked = fileAndJson(args);
  if (!asked.ok) {
    io.complain(`hush tiles: ${asked.error}\n${TILES_USAGE}`);
    return BAD_USAGE;
  }
  const findings = checkTiles(await readTextOf(io, asked.value.file));
  const broken = findings.filter(({ severity }) => severity === 'breaks');
  const why = verdict(findings, broken);
  if (asked.value.json) io.out(`${JSON.stringify({ playable: isPlayable(broken), why, findings })}\n`);
  else io.out([...findings.map(describe), why, ''].join('\n'));
  return broken.length === 0 ? 0 : BREAKS;
}

function describe({ severity, rule, tile, line, column, why }: TileFinding): string {
  const place = [
    ...(tile === null ? [] : [`tile ${tile}`]),
    ...(line === null ? [] : [`line ${line}`]),
    ...(column === null ? [] : [`column ${column}`]),
  ];
  return `${severity} ${rule}${place.length === 0 ? '' : `, ${place.join(', ')}`}: ${why}`;
}

function verdict(findings: readonly TileFinding[], broken: readonly TileFinding[]): string {
  const others = findings.length - broken.length;
  const differs = `differs from the standard set in ${ways(others)}`;
  if (broken.length === 0)
    return `Fine: the set breaks no rule and ${others === 0 ? 'is built like the standard set' : differs}.`;
  const breaks = `The set breaks the rules in ${ways(broken.length)}${others === 0 ? '' : ` and ${differs}`}`;
  return isPlayable(broken)
    ? `${breaks}; it can be played, but the printed scenarios were made for other tiles.`
    : `${breaks}; it cannot be played.`;
}

/** Whether a set can be played: its problems are only of CO-5, which holds for the standard set alone. */
const isPlayable = (broken: readonly TileFinding[]): boolean => broken.every(({ rule }) => rule === 'CO-5');

const ways = (n: number): string => (n === 1 ? 'one way' : `${n} ways`);
