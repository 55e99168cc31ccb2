/** The crews that this device knows, the one used last first. A device that has a crew's secret may write in its book. */
import { signal } from '@preact/signals';
import { onOtherTab, storage } from '../device/storage.ts';

export interface KnownCrew {
  readonly id: string;
  readonly name: string;
  /** The secret of the crew; null if this device may only read the book. */
  readonly secret: string | null;
}

/** If more crews than this are known, those without a secret are dropped; crews with a secret are always kept. */
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

/** The first list, followed by crews that are only in the second; a secret that one of the lists has is kept. */
function merged(first: readonly KnownCrew[], other: readonly KnownCrew[]): readonly KnownCrew[] {
  const secretIn = (id: string): string | null => other.find(crew => crew.id === id)?.secret ?? null;
  return [
    ...first.map(crew => ({ ...crew, secret: crew.secret ?? secretIn(crew.id) })),
    ...other.filter(({ id }) => !knows(first, id)),
  ];
}

/** Drops the oldest crews without a secret. A secret cannot be obtained again, so crews with one are kept. */
function thinned(list: readonly KnownCrew[]): readonly KnownCrew[] {
  let room = MOST_KNOWN - list.filter(({ secret }) => secret !== null).length;
  return list.filter(({ secret }) => secret !== null || room-- > 0);
}

/** Changes the stored list. Another tab may have stored a crew meanwhile, so its list is merged in first. */
function change(step: (known: readonly KnownCrew[]) => readonly KnownCrew[]): void {
  crews.value = thinned(step(merged(readCrews(storage.get(KEPT)), crews.value)));
  storage.put(KEPT, JSON.stringify(crews.value));
}

// A crew that is missing in the new list of the other tab was removed there on purpose.
onOtherTab(KEPT, (now, before) => {
  const old = readCrews(before);
  crews.value = merged(
    readCrews(now),
    crews.value.filter(({ id }) => !knows(old, id)),
  );
});

/** Moves a crew to the front of the list and keeps a secret that is already known. */
export function keepCrew({ id, name, secret }: KnownCrew): void {
  change(known => [
    { id, name, secret: secret ?? known.find(crew => crew.id === id)?.secret ?? null },
    ...known.filter(crew => crew.id !== id),
  ]);
}

export const removeCrew = (id: string): void => change(known => known.filter(crew => crew.id !== id));

/** Called when the server has refused the secret: from now on this device may only read the book. */
export function deleteSecret(id: string): void {
  change(known => known.map(crew => (crew.id === id ? { ...crew, secret: null } : crew)));
}

export const secretOf = (id: string): string | null =>
  crews.value.find(crew => crew.id === id)?.secret ?? null;

/** The crews whose books this device may write. */
export const ownCrews = (): readonly KnownCrew[] => crews.value.filter(({ secret }) => secret !== null);

export const crewPath = (id: string): string => `/crew/${id}`;

/** The link that makes its reader a member. The secret is in the fragment, which browsers do not send to servers. */
export const memberLink = ({ id, secret }: KnownCrew): string =>
  new URL(`${crewPath(id)}${secret === null ? '' : `#${secret}`}`, location.href).href;

/** Removes the secret from the page's address and returns it, because addresses are shown and passed on. */
export function takeSecret(): string | null {
  const secret = location.hash.slice(1);
  if (!/^[\w-]{20,64}$/.test(secret)) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return secret;
}
