/**
 * A rate-limited queue for a screen reader: at most one message every 1.2 seconds, the most important first. Consecutive
 * moves of one hero by one player become one sentence. Old unimportant messages are dropped.
 */

import type { Clock, Notice } from '@hush/protocol';
import { actorName, seatsShown } from '../table/names.ts';
import { type SpokenTable, watchMembers } from './arrivals.ts';
import { type Message, messagesOf, WEIGHTS, walkText } from './news.ts';

export interface Speaker {
  push(messages: readonly Message[]): void;
  stop(): void;
}

/**
 * Returns a function that queues the messages for a notice, based on the confirmed game, because predictions are not
 * news.
 */
export function announceNotices(
  session: SpokenTable,
  speaker: Speaker,
  screen = false,
): (notice: Notice) => void {
  let before = session.confirmed.peek().game;
  const company = watchMembers(session);
  return notice => {
    const { game } = session.confirmed.peek();
    const people = session.people.peek();
    const nameOf = (member: number | null): string | null =>
      people.find(person => person.member === member)?.name ?? null;
    const table = session.table.peek();
    const names = seatsShown(table).map((member, i) => actorName(table, people, member) ?? `${i + 1}`);
    speaker.push(company(notice).map(text => ({ weight: 'others', text })));
    speaker.push(messagesOf(notice, { before, game, seat: session.seat.peek(), names, nameOf, screen }));
    before = game;
  };
}

const PAUSE = 1200;
/** How many unimportant messages wait at most; older ones are dropped. */
const MOST_LESSER = 3;

export function createSpeaker(clock: Clock, speak: (message: Message) => void): Speaker {
  let queue: Message[] = [];
  let free = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function add(message: Message): void {
    const last = queue.findLast(({ weight }) => weight === message.weight);
    const longer = last === undefined ? null : together(last, message);
    if (longer !== null) queue = queue.map(other => (other === last ? longer : other));
    else if (!queue.some(({ text }) => text === message.text)) queue.push(message);
    const lesser = queue.filter(({ weight }) => weight === 'others');
    const stale = lesser.slice(0, Math.max(0, lesser.length - MOST_LESSER));
    queue = queue.filter(other => !stale.includes(other));
  }

  function next(): void {
    cancel = null;
    const [first] = queue.toSorted((a, b) => WEIGHTS[b.weight] - WEIGHTS[a.weight]);
    if (first === undefined) return;
    queue = queue.filter(message => message !== first);
    free = clock.now() + PAUSE;
    speak(first);
    plan();
  }

  function plan(): void {
    if (cancel !== null || queue.length === 0) return;
    // The timer also runs with a delay of 0, so that messages of the same moment are sorted before they are spoken.
    cancel = clock.later(Math.max(0, free - clock.now()), next);
  }

  return {
    push(messages) {
      messages.forEach(add);
      plan();
    },
    stop() {
      cancel?.();
      queue = [];
    },
  };
}

/** Merges two moves of the same player, hero and direction; null if they cannot be merged. */
function together(first: Message, then: Message): Message | null {
  const [a, b] = [first.walk, then.walk];
  if (a === undefined || b === undefined || a.who !== b.who || a.hero !== b.hero || a.by !== b.by)
    return null;
  if (a.by === 'vortex' || a.by === 'escalator') return null;
  const walk = { ...b, steps: a.steps + b.steps };
  return { ...then, walk, text: walkText(walk) };
}
