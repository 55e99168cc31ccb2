/** The panel of the talk corner: messages, phrases, a text field, gestures, and the list of people. */
import { isMuted, LONGEST_TEXT, PHRASE_NAMES, type Phrase } from '@hush/protocol';
import { GESTURES, type Gesture } from '@hush/rules';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { GesturePicture } from '../art/gestures.tsx';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { isHost, personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { PeopleList } from './people-list.tsx';
import { ReportButton } from './report-button.tsx';
import { type ChatLine, chatTextOf, silentNote, type TalkLog } from './talk-log.ts';

interface Props {
  readonly session: Session;
  readonly room: TalkLog;
}

const TABS = ['write', 'hands', 'people'] as const;
type Tab = (typeof TABS)[number];

export function TalkPanel({
  session,
  room,
  closing,
  onGesture,
  onClose,
}: Props & {
  readonly closing: boolean;
  readonly onGesture: (gesture: Gesture) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const talk = room.talk.value;
  const tab = useSignal<Tab>(talk === 'open' ? 'write' : talk === 'gestures' ? 'hands' : 'people');
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    ref.current
      ?.querySelector<HTMLElement>('input, .tabs [aria-selected="true"]')
      ?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={ref}
      class={`panel talk-panel ${talk} ${closing ? 'closing' : ''}`}
      aria-label={say('talk.button')}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header class="talk-head">
        <Icon name={talk === 'open' ? 'speech' : talk === 'gestures' ? 'hand' : 'hush'} size={26} />
        <div>
          <h2>{say(`talk.title.${talk}`)}</h2>
          <p>{noteOf(session, room)}</p>
        </div>
        <button type="button" class="icon-button" aria-label={say('shell.close')} onClick={onClose}>
          <Icon name="close" size={20} />
        </button>
      </header>
      <div class="tabs" role="tablist">
        {TABS.map(one => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`talk-tab-${one}`}
            aria-selected={tab.value === one}
            aria-controls="talk-body"
            onClick={() => {
              tab.value = one;
            }}
          >
            {say(`talk.tab.${one}`)}
          </button>
        ))}
      </div>
      <div class="talk-body" role="tabpanel" id="talk-body" aria-labelledby={`talk-tab-${tab.value}`}>
        {tab.value === 'write' && <Write session={session} room={room} />}
        {tab.value === 'hands' && <Hands session={session} room={room} onGesture={onGesture} />}
        {tab.value === 'people' && <PeopleList session={session} />}
      </div>
    </section>
  );
}

function noteOf(session: Session, room: TalkLog): string {
  const talk = room.talk.value;
  if (talk === 'silent') return silentNote(session.game.value, session.seat.value);
  const free = room.isFree.value;
  if (free === 'before') return say('talk.note.free');
  if (talk === 'gestures') return say('talk.note.gestures');
  return free === 'allAlong' ? say('talk.note.allAlong') : say('talk.note.open');
}

/** Returns why this person cannot talk now; null if they can. */
function hushOf(session: Session, room: TalkLog, words: boolean): string | null {
  const member = session.member.value;
  if (member === null) return say('talk.watch');
  const talk = room.talk.value;
  if (talk === 'silent') return silentNote(session.game.value, session.seat.value);
  if (words && talk === 'gestures') return say('talk.note.gestures');
  return isMuted(session.table.value, member) ? say('talk.mutedYou') : null;
}

function Write({ session, room }: Props): JSX.Element {
  const hush = hushOf(session, room, true);
  return (
    <>
      <Log session={session} room={room} />
      {hush === null ? (
        <>
          <Phrases session={session} room={room} />
          <Field room={room} />
        </>
      ) : (
        <p class="talk-hushed">
          <Icon name="hush" size={20} />
          {hush}
        </p>
      )}
    </>
  );
}

function Log({ session, room }: Props): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const lines = room.lines.value;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.length]);
  if (lines.length === 0) return <p class="talk-none">{say('talk.none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <ul ref={list} class="talk-log" aria-label={say('talk.list')} tabIndex={0}>
      {lines.map(line => (
        <Said key={line.id} session={session} room={room} line={line} />
      ))}
    </ul>
  );
}

function Said({ session, room, line }: Props & { readonly line: ChatLine }): JSX.Element {
  const { name, avatar } = personOf(session.people.value, line.member);
  const mine = line.member === session.member.value;
  const text = chatTextOf(line);
  return (
    <li class={mine ? 'mine' : ''}>
      <span class="face">
        <AvatarIcon avatar={avatar} size={22} />
      </span>
      <span class="bubble">
        <b>
          <bdi>{name}</bdi>
        </b>
        <bdi>{text}</bdi>
      </span>
      {!mine && session.kind === 'online' && session.member.value !== null && (
        <ReportButton
          session={session}
          member={line.member}
          said={line.n}
          label={say('talk.reportText', { text: text.slice(0, 40) })}
        />
      )}
      {(mine || isHost(session)) && (
        <button
          type="button"
          class="icon-button small"
          aria-label={say('talk.takeBack', { text: text.slice(0, 40) })}
          onClick={() => room.takeBack(line)}
        >
          <Icon name="close" size={15} />
        </button>
      )}
    </li>
  );
}

/** The phrases that are useful before and after a game; during a game those for planning come first. */
const MANNERS: readonly Phrase[] = ['hello', 'ready', 'yes', 'no', 'thanks', 'sorry', 'well-done', 'again'];

function Phrases({ session, room }: Props): JSX.Element {
  const more = useSignal(false);
  const plans = PHRASE_NAMES.filter(phrase => !MANNERS.includes(phrase));
  const inGame = session.game.value?.status === 'playing';
  const all = inGame ? [...plans, ...MANNERS] : [...MANNERS, ...plans];
  const shown = more.value ? all : all.slice(0, 8);
  return (
    <fieldset class="phrases" aria-label={say('talk.phrases')}>
      {shown.map(phrase => (
        <button key={phrase} type="button" onClick={() => room.phrase(phrase)}>
          {say(`talk.phrase.${phrase}`)}
        </button>
      ))}
      <button
        type="button"
        class="more"
        aria-expanded={more.value}
        onClick={() => {
          more.value = !more.peek();
        }}
      >
        {more.value ? say('talk.fewer') : say('talk.more')}
      </button>
    </fieldset>
  );
}

function Field({ room }: { readonly room: TalkLog }): JSX.Element {
  const text = useSignal('');
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.peek() !== '' && room.say(text.peek())) text.value = '';
  };
  return (
    <>
      <form class="talk-field" onSubmit={submit}>
        <input
          type="text"
          aria-label={say('talk.field')}
          placeholder={say('talk.field')}
          maxLength={LONGEST_TEXT}
          autocomplete="off"
          dir="auto"
          enterkeyhint="send"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <button type="submit" class="button main">
          {say('talk.send')}
        </button>
      </form>
      <p class="talk-trouble" role="alert">
        {room.trouble.value}
      </p>
    </>
  );
}

function Hands({
  session,
  room,
  onGesture,
}: Props & { readonly onGesture: (gesture: Gesture) => void }): JSX.Element {
  const hush = hushOf(session, room, false);
  if (hush !== null)
    return (
      <p class="talk-hushed">
        <Icon name="hush" size={20} />
        {hush}
      </p>
    );
  return (
    <>
      <fieldset class="palette" aria-label={say('talk.gestures')}>
        {GESTURES.map(gesture => (
          <button key={gesture} type="button" onClick={() => onGesture(gesture)}>
            <GesturePicture gesture={gesture} size={46} />
            <span>{gesture === 'point' ? say('talk.pointAt') : say(`talk.gesture.${gesture}`)}</span>
          </button>
        ))}
      </fieldset>
      <p class="talk-trouble" role="alert">
        {room.trouble.value}
      </p>
    </>
  );
}
