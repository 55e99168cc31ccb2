/** Corrupts JSON: removes, adds or replaces one value, or moves it out of its bounds. */
import type { Chance } from '../simulation/chance.ts';

type Holder = Record<string, unknown> | unknown[];

const STRANGE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  'strange',
  'x'.repeat(3_000),
  -1,
  0,
  0.5,
  1e6,
  2 ** 53,
  [],
  {},
  [[]],
  { strange: 1 },
];

/** Every object and list in a value, including the value itself. */
function holdersIn(value: unknown): readonly Holder[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Holder, ...Object.values(value).flatMap(holdersIn)];
}

export function spoilt(json: unknown, chance: Chance): unknown {
  const copy = structuredClone(json);
  const holder = chance.pick(holdersIn(copy)) ?? raise();
  const key = chance.pick(Object.keys(holder));
  if (Array.isArray(holder)) spoilList(holder, key, chance);
  else spoilObject(holder, key, chance);
  return copy;
}

function spoilList(list: unknown[], key: string | undefined, chance: Chance): void {
  const how = chance.next();
  if (key === undefined || how < 0.3) list.push(chance.pick(STRANGE));
  else if (how < 0.5) list.splice(Number(key), 1);
  else list[Number(key)] = chance.pick(STRANGE);
}

function spoilObject(record: Record<string, unknown>, key: string | undefined, chance: Chance): void {
  const how = chance.next();
  if (key === undefined || how < 0.2) record['strange'] = chance.pick(STRANGE);
  else if (how < 0.5) delete record[key];
  else record[key] = chance.pick(STRANGE);
}

function raise(): never {
  throw new Error('only objects and lists can be spoilt');
}
