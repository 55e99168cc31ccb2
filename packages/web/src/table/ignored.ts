/**
 * Members that this player ignores: their texts and voice are hidden. The list is stored per table on this device and
 * is not sent to anybody.
 */
import type { Member } from '@hush/protocol';
import { type ReadonlySignal, signal } from '@preact/signals';
import { storage } from '../device/storage.ts';

const lists = new Map<string, ReturnType<typeof listOf>>();

function kept(code: string): readonly Member[] {
  try {
    const value: unknown = JSON.parse(storage.get(`ignored.${code}`) ?? '[]');
    return Array.isArray(value) ? value.filter(one => typeof one === 'number') : [];
  } catch {
    return []; // the stored value is invalid
  }
}

const listOf = (code: string) => signal<ReadonlySet<Member>>(new Set(kept(code)));

function at(code: string): ReturnType<typeof listOf> {
  const list = lists.get(code) ?? listOf(code);
  lists.set(code, list);
  return list;
}

export const ignoredAt = (code: string): ReadonlySignal<ReadonlySet<Member>> => at(code);

export function ignore(code: string, member: Member, yes: boolean): void {
  const list = at(code);
  const others = [...list.peek()].filter(other => other !== member);
  list.value = new Set(yes ? [...others, member] : others);
  storage.put(`ignored.${code}`, JSON.stringify([...list.peek()]));
}
