/** The crews that this device knows, the one used last first; whoever has the secret of one may write in its book. */
import { signal } from '@preact/signals';
import { recall, remember } from '../table/keepsakes.ts';

export interface KnownCrew {
  readonly id: string;
  readonly name: string;
  /** Null for somebody who only reads. */
  readonly secret: string | null;
}

const MOST_KNOWN = 30;

function isKnownCrew(value: unknown): value is KnownCrew {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, secret } = value as Partial<KnownCrew>;
  return (
    typeof id === 'string' && typeof name === 'string' && (secret === null || typeof secret === 'string')
  );
}

function kept(): readonly KnownCrew[] {
  try {
    const list: unknown = JSON.parse(recall('crews') ?? '[]');
    return Array.isArray(list) ? list.filter(isKnownCrew) : [];
  } catch {
    return [];
  }
}

export const crews = signal<readonly KnownCrew[]>(kept());

function keep(list: readonly KnownCrew[]): void {
  crews.value = list.slice(0, MOST_KNOWN);
  remember('crews', JSON.stringify(crews.value));
}

const without = (id: string): readonly KnownCrew[] => crews.value.filter(crew => crew.id !== id);

/** Puts a crew first. A secret that was known stays known. */
export function keepCrew({ id, name, secret }: KnownCrew): void {
  keep([{ id, name, secret: secret ?? secretOf(id) }, ...without(id)]);
}

export const loseCrew = (id: string): void => keep(without(id));

/** The secret was no good: from now on this device reads. */
export function loseSecret(id: string): void {
  keep(crews.value.map(crew => (crew.id === id ? { ...crew, secret: null } : crew)));
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
