/** The profile of this device's player: a name and an animal, asked once and stored. */
import { AVATARS, type Avatar, cleanName, LONGEST_NAME } from '@hush/protocol';
import { signal } from '@preact/signals';
import { storage } from './storage.ts';

export interface PlayerProfile {
  readonly name: string;
  readonly avatar: Avatar;
}

const isAvatar = (word: unknown): word is Avatar => AVATARS.some(known => known === word);

function keptFace(): PlayerProfile | null {
  try {
    const kept = JSON.parse(storage.get('face') ?? 'null') as Partial<PlayerProfile> | null;
    const name = cleanName(String(kept?.name ?? ''));
    return name.ok && isAvatar(kept?.avatar) ? { name: name.value, avatar: kept.avatar } : null;
  } catch {
    return null;
  }
}

/** The profile of the player; null until the player has chosen a name. */
export const playerProfile = signal<PlayerProfile | null>(keptFace());

export function storeProfile(next: PlayerProfile): void {
  playerProfile.value = next;
  storage.put('face', JSON.stringify(next));
}

/** A random animal for a new player. */
export const anyAvatar = (chance: number = Math.random()): Avatar =>
  AVATARS[Math.floor(chance * AVATARS.length)] ?? 'fox';

/** Cuts a name to the longest allowed length, between whole graphemes: an emoji may be many code points. */
export function shortenName(name: string): string {
  const parts = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  let fitted = '';
  for (const part of parts) {
    if ([...fitted, ...part].length > LONGEST_NAME) break;
    fitted += part;
  }
  return fitted.trim();
}

export type NameProblem = 'unseen' | 'long';

/** The cleaned name, or what is wrong with it. */
export function readName(typed: string): { readonly name: string } | { readonly problem: NameProblem } {
  const cleaned = cleanName(typed);
  if (cleaned.ok) return { name: cleaned.value };
  const fitted = cleanName(shortenName(typed));
  if (fitted.ok) return { name: fitted.value };
  return { problem: [...typed].length > LONGEST_NAME ? 'long' : 'unseen' };
}
