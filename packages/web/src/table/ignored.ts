/**
 * Members that this player ignores: their texts and voice are hidden, and, in a list of its own, their names. The lists are
 * stored per table on this device and are not sent to anybody.
 */
import type { Member } from '@hush/protocol';
import { type ReadonlySignal, signal } from '@preact/signals';
import { storage } from '../device/storage.ts';
import { hiddenNames } from './hidden-names.ts';

type Kind = 'ignored' | 'hidden';

const lists = new Map<string, ReturnType<typeof listOf>>();

function kept(name: string): readonly Member[] {
  try {
    const value: unknown = JSON.parse(storage.get(name) ?? '[]');
    return Array.isArray(value) ? value.filter(one => typeof one === 'number') : [];
  } catch {
    return []; // the stored value is invalid
  }
}

const listOf = (name: string) => signal<ReadonlySet<Member>>(new Set(kept(name)));

function at(name: string): ReturnType<typeof listOf> {
  const list = lists.get(name) ?? listOf(name);
  lists.set(name, list);
  return list;
}

export const ignoredAt = (code: string): ReadonlySignal<ReadonlySet<Member>> => at(`ignored.${code}`);

/** Hides the names that this player has hidden at this table. */
export function showHidden(code: string): void {
  hiddenNames.value = at(`hidden.${code}`).peek();
}

function note(kind: Kind, code: string, member: Member, yes: boolean): void {
  const name = `${kind}.${code}`;
  const list = at(name);
  const others = [...list.peek()].filter(other => other !== member);
  list.value = new Set(yes ? [...others, member] : others);
  storage.put(name, JSON.stringify([...list.peek()]));
}

export const ignore = (code: string, member: Member, yes: boolean): void =>
  note('ignored', code, member, yes);

/** Ignores a member and hides the name. */
export function hide(code: string, member: Member, yes: boolean): void {
  ignore(code, member, yes);
  note('hidden', code, member, yes);
  showHidden(code);
}
