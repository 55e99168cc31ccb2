/**
 * Corrupts valid texts for the fuzzer: values of JSON are replaced, removed, doubled and nested; lines and words are
 * moved and repeated; bytes are changed; two texts are spliced. Everything follows from the given random numbers.
 */

/** A random whole number, at least 0 and less than `n`. */
export type FuzzChance = (n: number) => number;

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const ODD: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  2 ** 31,
  2 ** 53,
  -(2 ** 53) - 2,
  1e308,
  0.1,
  1e-320,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  'constructor',
  '__proto__',
  'north',
  'barbarian',
  'é'.repeat(300),
  [],
  {},
  [[[[[[[[]]]]]]]],
  { length: -1 },
];

const pick = <T>(list: readonly T[], chance: FuzzChance): T | undefined => list[chance(list.length)];

const oddKey = (chance: FuzzChance): string => JSON.stringify(pick(ODD, chance)).slice(1, -1);

/** A copy of the value with one change somewhere inside. */
function spoilJson(value: Json, chance: FuzzChance, donor: Json): Json {
  const isLeaf = value === null || typeof value !== 'object';
  if (isLeaf || chance(4) === 0) return spoilLeaf(value, chance, donor);
  if (Array.isArray(value)) return spoilList(value, chance, donor);
  const entries = Object.entries(value);
  const at = chance(entries.length + 1);
  const [key, inner] = entries[at] ?? [oddKey(chance), pick(ODD, chance) ?? null];
  switch (chance(5)) {
    case 0:
      return Object.fromEntries(entries.toSpliced(at, 1));
    case 1:
      return Object.fromEntries(entries.toSpliced(at, 1, [oddKey(chance), inner]));
    default:
      return Object.fromEntries(entries.toSpliced(at, 1, [key, spoilJson(inner, chance, donor)]));
  }
}

function spoilList(list: readonly Json[], chance: FuzzChance, donor: Json): Json {
  const at = chance(list.length + 1);
  const inner = list[at] ?? null;
  switch (chance(5)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 0, inner, inner);
    case 2:
      return [...list, ...list].slice(0, 400);
    default:
      return list.toSpliced(at, 1, spoilJson(inner, chance, donor));
  }
}

function spoilLeaf(value: Json, chance: FuzzChance, donor: Json): Json {
  const kind = chance(5);
  if (kind === 0) return donor;
  if (typeof value === 'number' && kind < 3) return value + (chance(2) === 0 ? 1 : -1) * 10 ** chance(6);
  if (typeof value === 'string' && kind < 3) return spoilText(value, chance, value);
  return pick(ODD, chance) ?? null;
}

/** The text after one change: lines removed, doubled or moved, words exchanged, or characters changed. */
function spoilText(text: string, chance: FuzzChance, donor: string): string {
  const parts = text.split(chance(2) === 0 ? /(?<=\n)/ : /(?<=[\s,:])/);
  const at = chance(parts.length);
  const part = parts[at] ?? '';
  switch (chance(8)) {
    case 0:
      return parts.toSpliced(at, 1).join('');
    case 1:
      return parts.toSpliced(at, 0, part).join('');
    case 2:
      return parts.toSpliced(at, 1, parts[chance(parts.length)] ?? '').join('');
    case 3:
      return text.slice(0, chance(text.length + 1)) + donor.slice(chance(donor.length + 1));
    case 4:
      return text.slice(0, chance(text.length + 1));
    default:
      return withCharacter(text, chance);
  }
}

const CHARACTERS = '\u0000\t\n\r "\'#+-./0123456789:;[]{}ABCXYZabcxyz\u00e9\u2028\ud83d';

function withCharacter(text: string, chance: FuzzChance): string {
  const at = chance(text.length + 1);
  const character =
    chance(8) === 0 ? String.fromCharCode(chance(65_536)) : (pick([...CHARACTERS], chance) ?? ' ');
  return text.slice(0, at) + character + text.slice(at + chance(2));
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Changes a text one to four times; `donor` is another text of the same kind. */
export function spoil(text: string, donor: string, chance: FuzzChance): string {
  let spoilt = text;
  for (let changes = 1 + chance(4); changes > 0; changes--) {
    const json = chance(4) === 0 ? undefined : parsed(spoilt);
    spoilt =
      json === undefined
        ? spoilText(spoilt, chance, donor)
        : JSON.stringify(spoilJson(json, chance, parsed(donor) ?? null));
  }
  return spoilt;
}

/** Random numbers from a seed, the same on every machine. */
export function fuzzChance(seed: number): FuzzChance {
  let state = seed >>> 0;
  return n => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}
