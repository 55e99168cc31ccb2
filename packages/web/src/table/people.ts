/** Bots among the people of a table: a name in the reader's language, and an animal that nobody has taken. */
import { AVATARS, type Person, type TableState } from '@hush/protocol';
import { say } from '../i18n/catalogs.ts';

/** Everybody who sits, bots included. */
export function withBots(people: readonly Person[], { bots = [] }: TableState): readonly Person[] {
  if (bots.length === 0) return people;
  const taken = people.map(({ avatar }) => avatar);
  const faces = bots.map(({ member, no }): Person => {
    const avatar = freeAvatar(member, taken);
    taken.push(avatar);
    return { member, name: say('game.bot', { n: no }), avatar };
  });
  return [...people, ...faces];
}

/** The same one every time, as long as nobody else chooses it. */
function freeAvatar(member: number, taken: readonly string[]): string {
  const from = (member * 7) % AVATARS.length;
  const inOrder = [...AVATARS.slice(from), ...AVATARS.slice(0, from)];
  return inOrder.find(avatar => !taken.includes(avatar)) ?? AVATARS[from] ?? '';
}
