/**
 * The talk corner: a button with the number of unread messages, the panel it opens, and messages and gestures that are
 * shown while it is closed. When silence begins, the panel visibly closes.
 */
import { type Game, type Gesture, isOver } from '@hush/rules';
import { effect, type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { GesturePicture } from '../art/gestures.tsx';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import type { BoardApi, BoardPoint } from '../board/scene.ts';
import { isCalm, settings } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { hasKey, keyLabel, keymapOf, opensTalk, printedKeys } from '../input/keymap.ts';
import { planePoint } from '../model/scene-of.ts';
import { personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { TalkPanel } from './panel.tsx';
import { cellAtPoint, showRings } from './pointing.ts';
import { chatTextOf, createTalkLog, type ShownGesture, type TalkLog, type TalkProps } from './talk-log.ts';
import '../styles/gestures.css';
import '../styles/talk.css';
import '../styles/talk-strip.css';

/** For how many milliseconds the panel shows that silence has begun, before it closes. */
const CLOSING = 900;
const PEEK_LASTS = 5000;

function useTalkLog({ session, early }: TalkProps): TalkLog {
  const room = useMemo(() => createTalkLog(session), [session]);
  useEffect(() => {
    for (const notice of early.splice(0)) room.hear(notice);
    const forget = session.listen(room.hear);
    return () => {
      forget();
      room.stop();
    };
  }, [room]);
  return room;
}

/** Draws rings where other players point, and lets this player point by holding a finger on the board. */
function usePointing(session: Session, room: TalkLog, board: ReadonlySignal<BoardApi | null>): void {
  useEffect(
    () =>
      effect(() => {
        const shown = board.value;
        if (shown === null) return undefined;
        shown.whenHeld(at => {
          const game = session.game.peek();
          const cell = game === null ? null : cellAtPoint(game, at);
          if (cell === null || room.talk.peek() === 'silent' || session.seat.peek() < 0) return false;
          room.gesture('point', cell);
          return true;
        });
        return showRings(session, room, shown);
      }),
    [session, room],
  );
}

/** The key that opens the corner; players can change it. */
function useKey(session: Session, open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, code, ctrlKey, altKey, metaKey } = event;
      const writes = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      if (writes || ctrlKey || altKey || metaKey || !opensTalk(code, session.game.peek())) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [session]);
}

interface CornerState {
  readonly open: Signal<boolean>;
  /** Whether the panel shows that silence has begun, before it closes. */
  readonly closing: Signal<boolean>;
  /** Whether the next tap on the board will be a pointing gesture. */
  readonly picking: Signal<boolean>;
}

function useCorner({ session, board }: TalkProps, room: TalkLog): CornerState {
  const [open, closing, picking] = [useSignal(false), useSignal(false), useSignal(false)];
  useSignalEffect(() => {
    closing.value = room.talk.value === 'silent' && open.peek();
    if (room.talk.value !== 'silent') return undefined;
    picking.value = false;
    if (!open.peek()) return undefined;
    const timer = setTimeout(
      () => {
        closing.value = false;
        open.value = false;
      },
      isCalm() ? CLOSING / 3 : CLOSING,
    );
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    void room.lines.value;
    if (open.value) room.unread.value = 0;
  });
  useSignalEffect(() => {
    const pick = (at: BoardPoint): void => {
      const game = session.game.peek();
      const cell = game === null ? null : cellAtPoint(game, at);
      if (cell !== null) room.gesture('point', cell);
      picking.value = false;
    };
    board.value?.pick(picking.value ? pick : null);
  });
  return { open, closing, picking };
}

const placeOf = (game: Game | null): string => {
  if (game === null) return 'in-lobby';
  return isOver(game) ? 'at-end' : 'in-game';
};

export function TalkCorner(visit: TalkProps): JSX.Element {
  const { session, board, screen } = visit;
  const room = useTalkLog(visit);
  const { open, closing, picking } = useCorner(visit, room);
  const turn = (on: boolean) => (): void => {
    open.value = on;
  };
  // during a pause nobody can talk, and the button that continues the game is in this place
  const isPaused = session.game.value?.status === 'paused';
  usePointing(session, room, board);
  useKey(session, turn(!screen));
  const act = (gesture: Gesture): void => {
    const points = gesture === 'point' && board.value !== null;
    if (!points) room.gesture(gesture);
    picking.value = points;
    if (points) open.value = false;
  };
  return (
    <div class={`talk ${placeOf(session.game.value)} ${screen ? 'screen' : ''}`}>
      <Performing session={session} room={room} board={board.value} />
      {!screen && !isPaused && <TalkButton room={room} open={open.value} onPress={turn(!open.value)} />}
      {open.value ? (
        <TalkPanel
          session={session}
          room={room}
          closing={closing.value}
          onGesture={act}
          onClose={turn(false)}
        />
      ) : (
        <Peeks session={session} room={room} />
      )}
      {picking.value && (
        <Picking
          onCancel={() => {
            picking.value = false;
          }}
        />
      )}
      <p class="unseen" role="log" aria-live="polite">
        {room.spoken.value}
      </p>
    </div>
  );
}

function TalkButton({
  room,
  open,
  onPress,
}: {
  readonly room: TalkLog;
  readonly open: boolean;
  readonly onPress: () => void;
}): JSX.Element {
  const talk = room.talk.value;
  const n = room.unread.value;
  const label = n > 0 ? say('talk.buttonUnread', { n }) : say('talk.button');
  return (
    <button type="button" class={`talk-button ${talk}`} aria-expanded={open} title={label} onClick={onPress}>
      <span class="unseen">{label}</span>
      <Icon name={talk === 'open' ? 'speech' : talk === 'gestures' ? 'hand' : 'hush'} size={26} />
      {n > 0 && (
        <b key={n} class="unread" aria-hidden="true">
          {n}
        </b>
      )}
      {hasKey('talk') && <KeyCap />}
    </button>
  );
}

function KeyCap(): JSX.Element {
  const [printed, setPrinted] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => void printedKeys().then(setPrinted), []);
  return (
    <span class="kbd" aria-hidden="true">
      {keyLabel(keymapOf(settings.keymap.value)['talk'] ?? '', printed)}
    </span>
  );
}

/** Shows the newest messages for a moment while the panel is closed. The announcer reads them aloud. */
function Peeks({ session, room }: { readonly session: Session; readonly room: TalkLog }): JSX.Element | null {
  const gone = useSignal<readonly string[]>(room.lines.peek().map(({ id }) => id));
  const fresh = room.lines.value.filter(
    ({ id, member }) => !gone.value.includes(id) && member !== session.member.value,
  );
  useEffect(() => {
    const ids = fresh.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const timer = setTimeout(() => {
      gone.value = [...gone.peek(), ...ids];
    }, PEEK_LASTS);
    return () => clearTimeout(timer);
  }, [fresh.length]);
  if (fresh.length === 0) return null;
  return (
    <ul class="peeks" aria-hidden="true">
      {fresh.slice(-3).map(line => {
        const { name, avatar } = personOf(session.people.value, line.member);
        return (
          <li key={line.id}>
            <span class="face">
              <AvatarIcon avatar={avatar} size={22} />
            </span>
            <span>
              <b>
                <bdi>{name}</bdi>
              </b>{' '}
              <bdi>{chatTextOf(line)}</bdi>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Shows gestures in large size, with the name of the player. Pressing a pointing gesture shows where it points. */
function Performing({
  session,
  room,
  board,
}: {
  readonly session: Session;
  readonly room: TalkLog;
  readonly board: BoardApi | null;
}): JSX.Element | null {
  const acts = room.acts.value;
  if (acts.length === 0) return null;
  return (
    <ul class="performing">
      {acts.map(act => (
        <li key={act.id} aria-hidden={act.to === null}>
          <Performer act={act} session={session} board={board} />
        </li>
      ))}
    </ul>
  );
}

function Performer({
  act: { member, gesture, to },
  session,
  board,
}: {
  readonly act: ShownGesture;
  readonly session: Session;
  readonly board: BoardApi | null;
}): JSX.Element {
  const { name, avatar } = personOf(session.people.value, member);
  const game = session.game.value;
  const picture = (
    <>
      <GesturePicture gesture={gesture} size={to === null ? 84 : 44} />
      <span class="performer" aria-hidden="true">
        <AvatarIcon avatar={avatar} size={24} />
        <bdi>{name}</bdi>
      </span>
    </>
  );
  if (to === null || game === null) return picture;
  return (
    <button
      type="button"
      aria-label={say('talk.lookThere', { name })}
      onClick={() => board?.centerOn(planePoint(game, to))}
    >
      {picture}
    </button>
  );
}

function Picking({ onCancel }: { readonly onCancel: () => void }): JSX.Element {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onCancel();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <p class="picking" role="status">
      <GesturePicture gesture="point" size={34} />
      <span>
        {say('talk.pointNow')}
        <small>{say('talk.pointHint')}</small>
      </span>
      <button type="button" class="icon-button" aria-label={say('shell.cancel')} onClick={onCancel}>
        <Icon name="close" size={20} />
      </button>
    </p>
  );
}
