/** The crews that this device knows, the one used last first; whoever has the secret of one may write in its book. */
import { signal } from '@preact/signals';
import { onOtherTab, storage } from '../device/storage.ts';

export interface KnownCrew {
  readonly id: string;
  readonly name: string;
  /** Null for somebody who only reads. */
  readonly secret: string | null;
}

/** More only where somebody is a member of more. */
const MOST_KNOWN = 30;

function isKnownCrew(value: unknown): value is KnownCrew {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, secret } = value as Partial<KnownCrew>;
  return (
    typeof id === 'string' && typeof name === 'string' && (secret === null || typeof secret === 'string')
  );
}

function readCrews(text: string | null): readonly KnownCrew[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isKnownCrew) : [];
  } catch {
    return [];
  }
}

const KEPT = 'crews';
export const crews = signal<readonly KnownCrew[]>(readCrews(storage.get(KEPT)));

const knows = (list: readonly KnownCrew[], id: string): boolean => list.some(crew => crew.id === id);

/** The first list, then whoever is only in the other; a secret that either knows is known. */
function merged(first: readonly KnownCrew[], other: readonly KnownCrew[]): readonly KnownCrew[] {
  const secretIn = (id: string): string | null => other.find(crew => crew.id === id)?.secret ?? null;
  return [
    ...first.map(crew => ({ ...crew, secret: crew.secret ?? secretIn(crew.id) })),
    ...other.filter(({ id }) => !knows(first, id)),
  ];
}

/** Books that were only read make room; a secret cannot be had again, so it never does. */
function thinned(list: readonly KnownCrew[]): readonly KnownCrew[] {
  let room = MOST_KNOWN - list.filter(({ secret }) => secret !== null).length;
  return list.filter(({ secret }) => secret !== null || room-- > 0);
}

/** Another window may have founded a crew since this one looked: what is kept now counts, too. */
function change(step: (known: readonly KnownCrew[]) => readonly KnownCrew[]): void {
  crews.value = thinned(step(merged(readCrews(storage.get(KEPT)), crews.value)));
  storage.put(KEPT, JSON.stringify(crews.value));
}

// What the other window knew before and does not know any more, it has lost on purpose.
onOtherTab(KEPT, (now, before) => {
  const old = readCrews(before);
  crews.value = merged(
    readCrews(now),
    crews.value.filter(({ id }) => !knows(old, id)),
  );
});

/** Puts a crew first. A secret that was known stays known. */
export function keepCrew({ id, name, secret }: KnownCrew): void {
  change(known => [
    { id, name, secret: secret ?? known.find(crew => crew.id === id)?.secret ?? null },
    ...known.filter(crew => crew.id !== id),
  ]);
}

export const loseCrew = (id: string): void => change(known => known.filter(crew => crew.id !== id));

/** The secret was no good: from now on this device reads. */
export function loseSecret(id: string): void {
  change(known => known.map(crew => (crew.id === id ? { ...crew, secret: null } : crew)));
}

export const secretOf = (id: string): string | null =>
  crews.value.find(crew => crew.id === id)?.secret ?? null;

/** The crews in whose books somebody here may write. */
export const ownCrews = (): readonly KnownCrew[] => crews.value.filter(({ secret }) => secret !== null);

export const crewPath = (id: string): string => `/crew/${id}`;

/** The link that makes somebody a member: behind the `#` no server sees it. */
export const memberLink = ({ id, secret }: KnownCrew): string =>
  new URL(`${crewPath(id)}${secret === null ? '' : `#${secret}`}`, location.href).href;

/** A secret in the address is kept and taken out of it: addresses are shown around. */
export function takeSecret(): string | null {
  const secret = location.hash.slice(1);
  if (!/^[\w-]{20,64}$/.test(secret)) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return secret;
}
