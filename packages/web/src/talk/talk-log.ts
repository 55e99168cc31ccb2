/**
 * The messages and gestures that arrive while talk is open. They are deleted when silence begins. Messages that arrive
 * too late, or from a member whom this device ignores, are dropped.
 */
import {
  cleanText,
  LONGEST_TEXT,
  type Member,
  type Notice,
  type Phrase,
  type PlayCommand,
  type ServerMessage,
} from '@hush/protocol';
import { type Cell, type Game, type Gesture, isOver, type Talk, talkState, tileOf } from '@hush/rules';
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { BoardApi } from '../board/scene.ts';
import { say } from '../i18n/catalogs.ts';
import { refusalText } from '../i18n/say.ts';
import { cellPlaceOf } from '../model/cells.ts';
import { mayNudge } from '../model/possible.ts';
import { ignoredAt } from '../table/ignored.ts';
import type { Session } from '../table/session.ts';

export interface ChatLine {
  readonly id: string;
  readonly member: Member;
  readonly n: number;
  readonly text: string;
  readonly phrase: Phrase | null;
}

export interface ShownGesture {
  readonly id: number;
  readonly member: Member;
  readonly gesture: Gesture;
  /** The cell to which a pointing gesture points. */
  readonly to: Cell | null;
}

export interface TalkLog {
  readonly talk: ReadonlySignal<Talk>;
  /** Why a move does not end talk: the sand does not run yet, or the rules always allow talk. Null if a move ends it. */
  readonly isFree: ReadonlySignal<'before' | 'allAlong' | null>;
  readonly lines: ReadonlySignal<readonly ChatLine[]>;
  readonly acts: ReadonlySignal<readonly ShownGesture[]>;
  readonly unread: Signal<number>;
  /** Why the last message was not sent. */
  readonly trouble: Signal<string | null>;
  /** The newest message or gesture, for the announcer. */
  readonly spoken: ReadonlySignal<string>;
  /** Sends a text; returns whether it was sent. */
  say(text: string): boolean;
  phrase(phrase: Phrase): void;
  gesture(gesture: Gesture, to?: Cell): void;
  takeBack(line: ChatLine): void;
  hear(notice: Notice): void;
  stop(): void;
}

const MOST_LINES = 60;
const MOST_ACTS = 6;
/** For how many milliseconds a gesture is shown. */
export const ACT_LASTS = 2600;

type Said = Extract<ServerMessage, { readonly t: 'said' }>;
type Gestured = Extract<ServerMessage, { readonly t: 'gestured' }>;

/** A phrase in the reader's language; a phrase that this page does not know is shown in the English text sent with it. */
export function chatTextOf({ text, phrase }: Pick<ChatLine, 'text' | 'phrase'>): string {
  if (phrase === null) return text;
  const key = `talk.phrase.${phrase}` as const;
  const found = say(key);
  return found === key ? text : found;
}

const talkIn = (game: Game | null): Talk => (game === null ? 'open' : talkState(game));

/** The messages and gestures that are shown now. */
interface Memory {
  readonly lines: Signal<readonly ChatLine[]>;
  readonly acts: Signal<readonly ShownGesture[]>;
  readonly unread: Signal<number>;
  readonly spoken: Signal<string>;
}

export function createTalkLog(session: Session): TalkLog {
  const memory = {
    lines: signal<readonly ChatLine[]>([]),
    acts: signal<readonly ShownGesture[]>([]),
    unread: signal(0),
    spoken: signal(''),
  };
  const trouble = signal<string | null>(null);
  // The predicted game decides whether this player may send, so the player's own move ends talk at once. The
  // confirmed game decides what is heard, because that move may be refused.
  const talk = computed(() => talkIn(session.game.value));
  const heard = computed(() => talkIn(session.confirmed.value.game));
  const asked = new Set<number>();
  const listen = createListener(session, heard, memory);

  /** When silence begins, all messages are deleted, on the screen and for screen readers. */
  const stop = effect(() => {
    const now = heard.value;
    if (now !== 'open') {
      memory.lines.value = [];
      memory.unread.value = 0;
      memory.spoken.value = '';
    }
    if (now === 'silent') memory.acts.value = [];
  });
  const stopTrouble = effect(() => {
    void talk.value;
    trouble.value = null;
  });

  function send(command: PlayCommand): void {
    trouble.value = null;
    asked.add(session.do(command));
  }

  return {
    ...memory,
    talk,
    trouble,
    stop() {
      stop();
      stopTrouble();
    },
    isFree: computed(() => freedomOf(session.game.value)),
    say(text) {
      const clean = cleanText(text);
      if (clean.ok) send({ type: 'say', text: clean.value });
      else
        trouble.value =
          text.length > LONGEST_TEXT ? say('talk.tooLong', { n: LONGEST_TEXT }) : say('talk.nothing');
      return clean.ok;
    },
    phrase: phrase => send({ type: 'phrase', phrase }),
    gesture: (gesture, to) => send({ type: 'gesture', gesture, ...(to === undefined ? {} : { to }) }),
    takeBack: ({ member, n }) => send({ type: 'unsay', author: member, said: n }),
    hear(notice) {
      if (notice.type === 'other') listen(notice.message);
      if (notice.type === 'refused' && asked.delete(notice.n)) trouble.value = refusalText(notice.why);
    },
  };
}

function freedomOf(game: Game | null): 'before' | 'allAlong' | null {
  if (game === null || game.status === 'setup' || isOver(game)) return 'before';
  return game.setUp.house.freeTalk && talkState(game) !== 'silent' ? 'allAlong' : null;
}

/** Handles incoming messages, and drops those that may not be heard now. */
function createListener(
  session: Session,
  heard: ReadonlySignal<Talk>,
  { lines, acts, unread, spoken }: Memory,
): (message: ServerMessage) => void {
  let count = 0;
  const nameOf = (member: Member): string =>
    session.people.peek().find(person => person.member === member)?.name ?? '…';

  function add({ m, n, text, phrase }: Said): void {
    const line = { id: `${m} ${n}`, member: m, n, text, phrase: phrase ?? null };
    lines.value = [...lines.peek(), line].slice(-MOST_LINES);
    if (m === session.member.peek()) return;
    unread.value++;
    spoken.value = say('talk.saidBy', { name: nameOf(m), text: chatTextOf(line) });
  }

  function show({ m, gesture, to }: Gestured): void {
    const act = { id: ++count, member: m, gesture, to: to ?? null };
    acts.value = [...acts.peek(), act].slice(-MOST_ACTS);
    setTimeout(() => {
      acts.value = acts.peek().filter(other => other !== act);
    }, ACT_LASTS);
    spoken.value = actText(act, nameOf(m), session.game.peek());
  }

  function takeOff(author: Member, said: number): void {
    const id = `${author} ${said}`;
    if (!lines.peek().some(line => line.id === id)) return;
    lines.value = lines.peek().filter(line => line.id !== id);
    spoken.value = say('talk.takenBack');
  }

  return message => {
    const now = heard.peek();
    // deleted messages are removed even if this device ignores their author
    if (message.t === 'unsaid') takeOff(message.author, message.said);
    if (now === 'silent' || !('m' in message) || message.m === undefined) return;
    if (ignoredAt(session.code).peek().has(message.m)) return;
    if (message.t === 'gestured') show(message);
    else if (now === 'open' && message.t === 'said') add(message);
  };
}

/** The sentence about a pointing gesture, with the name of the place; without the name if that tile was removed. */
function actText({ gesture, to }: ShownGesture, name: string, game: Game | null): string {
  if (to === null || game?.mall[tileOf(to)] === undefined)
    return say('talk.did', { name, gesture: say(`talk.gesture.${gesture}`) });
  return say('talk.pointedAt', { name, ...cellPlaceOf(game, to) });
}

/**
 * The note about nudging during silence. It needs a pawn (SC-15b), only the leader may do it if there is one (SC-9d), and
 * during a pause nobody may (HG-8g).
 */
export function silentNote(game: Game | null, seat: number): string {
  if (game?.status === 'paused') return refusalText('paused');
  return say(game === null || mayNudge(game, seat) ? 'talk.note.silent' : 'talk.note.stare');
}

/** The properties that `talk-door` passes to the parts of talk. */
export interface TalkProps {
  readonly session: Session;
  readonly board: Signal<BoardApi | null>;
  /** Whether the page is a television, which has no controls. */
  readonly screen: boolean;
  /** Notices that arrived before this code was loaded. */
  readonly early: Notice[];
}
