/**
 * Messages about people for screen readers: who joined or left, who lost or regained the connection, and which bots
 * stand in for somebody.
 */
import type { LogEvent, Member, Notice } from '@hush/protocol';
import { say } from '../i18n/catalogs.ts';
import type { Session } from '../table/session.ts';

/** The part of a session from which sentences are made, as it was when a notice came. */
export type SpokenTable = {
  readonly [Key in 'confirmed' | 'people' | 'table' | 'seat' | 'here' | 'member']: Pick<Session[Key], 'peek'>;
};

type ArrivalKind = 'joined' | 'gone' | 'away' | 'back' | 'sitsIn';

const EVENTS: Readonly<Partial<Record<LogEvent['type'], ArrivalKind>>> = {
  memberLeft: 'gone',
  botSatIn: 'sitsIn',
};

/** Returns a function that turns a notice into sentences. Players hear nothing about themselves. */
export function watchMembers(
  session: Pick<SpokenTable, 'people' | 'member' | 'here' | 'table'>,
): (notice: Notice) => readonly string[] {
  /** Names by member; the name of a member who has left stays here. */
  const names = new Map<Member, string>();
  const away = new Set<Member>();
  /** New members. Each is announced when the name is known, and counts as away only after having been connected once. */
  const fresh = new Set<Member>();

  const sentence = (what: ArrivalKind, member: Member): readonly string[] => {
    const name = names.get(member);
    return name === undefined || member === session.member.peek() ? [] : [say(`play.news.${what}`, { name })];
  };

  function told(event: LogEvent): readonly string[] {
    if (event.type === 'memberJoined') fresh.add(event.member);
    const what = EVENTS[event.type];
    return what === undefined || !('member' in event) ? [] : sentence(what, event.member);
  }

  /**
   * Compares who is connected with the last state. `quietly` updates the state without sentences: at the start and
   * after this page's own reconnection.
   */
  function lookAround(quietly: boolean): readonly string[] {
    const here = session.here.peek();
    return session.table.peek().seats.flatMap(member => {
      if (member === null || fresh.has(member) || here.includes(member) !== away.has(member)) return [];
      if (!away.delete(member)) away.add(member);
      return quietly ? [] : sentence(away.has(member) ? 'away' : 'back', member);
    });
  }

  const note = (): void => {
    for (const { member, name } of session.people.peek()) names.set(member, name);
  };

  const welcome = (): readonly string[] =>
    [...fresh].flatMap(member => {
      if (!names.has(member) || !session.here.peek().includes(member)) return [];
      fresh.delete(member);
      return sentence('joined', member);
    });
  note();
  lookAround(true);
  return notice => {
    note();
    const events = notice.type === 'news' ? notice.events.flatMap(told) : [];
    return [...events, ...welcome(), ...lookAround(notice.type === 'synced')];
  };
}
