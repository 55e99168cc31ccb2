/**
 * Signals that players may use during silence: stare at a player, which all can see, and put the pawn before somebody,
 * who can pass it on (CM-1h). The picture gets sillier with each repetition. In the edition Pocket players tap instead of
 * moving a pawn.
 */
import type { Notice } from '@hush/protocol';
import { type Game, type GameEvent, isOver } from '@hush/rules';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { EYES_ART, type Level, pawnArt, tapArt } from '../art/pawn.ts';
import { setDrawing } from '../art/trusted-markup.ts';
import { say } from '../i18n/catalogs.ts';
import { mayNudge } from '../model/possible.ts';
import { ignoredAt } from '../table/ignored.ts';
import { memberAt, personOf, shownSeatName } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import type { TalkProps } from './talk-log.ts';
import '../styles/banner.css';
import '../styles/signals.css';

type Kind = 'stared' | 'pawnMoved' | 'tapped';

interface Sign {
  readonly id: number;
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
  readonly level: Level;
}

const LASTS = 3000;
/** Milliseconds without a nudge after which the counting starts again. */
const FORGIVEN = 30_000;

const isSign = (event: { readonly type: string }): event is Extract<GameEvent, { readonly type: Kind }> =>
  /^(stared|pawnMoved|tapped)$/.test(event.type);

const ACTIONS: readonly string[] = ['heroMoved', 'tileDrawn', 'tileLaid'];

interface ShownSigns {
  readonly signs: readonly Sign[];
  /** Whether this player has dismissed the pawn that stands before them. */
  readonly aside: boolean;
  putAside(): void;
}

/** Counts recent nudges of each seat; the result says how silly the picture is. */
function createCount(): (to: number) => Level {
  const counts = new Map<number, { readonly count: number; readonly at: number }>();
  return to => {
    const at = performance.now();
    const known = counts.get(to);
    const count = known !== undefined && at - known.at < FORGIVEN ? known.count + 1 : 1;
    counts.set(to, { count, at });
    return count > 2 ? 3 : count === 2 ? 2 : 1;
  };
}

function useSigns({ session, early }: TalkProps): ShownSigns {
  const signs = useSignal<readonly Sign[]>([]);
  const aside = useSignal(false);
  const levelOf = useMemo(createCount, []);
  useEffect(() => {
    let id = 0;
    const show = (event: Extract<GameEvent, { readonly type: Kind }>): void => {
      const { type: kind, seat: from, to } = event;
      const sign = { id: ++id, kind, from, to, level: kind === 'stared' ? 1 : levelOf(to) } as const;
      if (
        ignoredAt(session.code)
          .peek()
          .has(memberAt(session.table.peek(), from) ?? 0)
      )
        return;
      // A player has at most one sign at a time; a new one replaces it.
      signs.value = [...signs.peek().filter(other => other.to !== to), sign];
      if (to === session.seat.peek()) aside.value = false;
      setTimeout(() => {
        signs.value = signs.peek().filter(other => other !== sign);
      }, LASTS);
    };
    const hear = (notice: Notice): void => {
      if (notice.type !== 'news') return;
      if (notice.mine && notice.events.some(({ type }) => ACTIONS.includes(type))) aside.value = true;
      for (const event of notice.events) if (isSign(event)) show(event);
    };
    for (const notice of early.splice(0)) hear(notice);
    return session.listen(hear);
  }, [session]);
  return {
    signs: signs.value,
    aside: aside.value,
    putAside: () => {
      aside.value = true;
    },
  };
}

export function NudgeSigns(visit: TalkProps): JSX.Element | null {
  const { session, screen } = visit;
  const { signs, aside, putAside } = useSigns(visit);
  const game = session.game.value;
  if (game === null || isOver(game)) return null;
  const mine = session.seat.value;
  const holds = game.pawn === mine && game.status === 'playing' && mayNudge(game, mine) && !aside;
  return (
    <>
      {signs.map(sign =>
        sign.to === mine && !screen ? (
          <AtMe key={sign.id} session={session} sign={sign} />
        ) : (
          <AtSeat key={sign.id} session={session} sign={sign} />
        ),
      )}
      {holds && !screen && <PassOn session={session} game={game} onKeep={putAside} />}
    </>
  );
}

const artOf = ({ kind, level }: Pick<Sign, 'kind' | 'level'>): string => {
  if (kind === 'stared') return EYES_ART;
  return kind === 'tapped' ? tapArt(level) : pawnArt(level);
};

const Art = ({
  sign,
  size,
}: {
  readonly sign: Pick<Sign, 'kind' | 'level'>;
  readonly size: number;
}): JSX.Element => (
  <svg
    class={`signal-art ${sign.kind}`}
    width={size}
    height={size}
    viewBox="0 0 64 64"
    aria-hidden="true"
    ref={element => {
      if (element !== null && element.childElementCount === 0) setDrawing(element, artOf(sign));
    }}
  />
);

/**
 * The sign for the player who is nudged: in the middle of the screen, where it blocks no control. The announcer says it,
 * too.
 */
function AtMe({ session, sign }: { readonly session: Session; readonly sign: Sign }): JSX.Element {
  const { kind, from, level } = sign;
  const name = shownSeatName(session, from);
  const person = personOf(session.people.value, memberAt(session.table.value, from));
  const title = kind === 'tapped' ? say('talk.pawn.tapped') : say('talk.pawn.title');
  return (
    <div class={`banner signal ${kind === 'stared' ? 'stared' : 'nudged'} level-${level}`} aria-hidden="true">
      <div class="parade">
        {Array.from({ length: kind === 'stared' ? 1 : level }, (_, i) => (
          <Art key={i} sign={sign} size={kind === 'stared' ? 150 : 130} />
        ))}
      </div>
      <p class="banner-line">
        {kind === 'stared' ? say('talk.staredYou', { name }) : `${title}${'!'.repeat(level - 1)}`}
      </p>
      {kind !== 'stared' && (
        <p class="banner-note">
          <AvatarIcon avatar={person.avatar} size={22} /> {say('game.nudgedBy', { name })}
        </p>
      )}
    </div>
  );
}

/** The sign for all other players: over the row of the nudged player, with the animal of the sender. */
function AtSeat({ session, sign }: { readonly session: Session; readonly sign: Sign }): JSX.Element | null {
  const ref = useRef<HTMLDivElement>(null);
  const person = personOf(session.people.value, memberAt(session.table.value, sign.from));
  useEffect(() => {
    const row = document.querySelectorAll('.crew li')[sign.to]?.getBoundingClientRect();
    const element = ref.current;
    if (element === null || row === undefined) return;
    const half = element.offsetWidth / 2;
    const x = Math.max(half + 4, Math.min(innerWidth - half - 4, row.left + row.width / 2));
    element.style.left = `${x}px`;
    element.style.top = `${row.top + row.height / 2}px`;
  }, []);
  const [name, whom] = [shownSeatName(session, sign.from), shownSeatName(session, sign.to)];
  return (
    <div
      ref={ref}
      class={`at-seat ${sign.kind} level-${sign.level}`}
      aria-hidden="true"
      title={say('talk.stared', { name, whom })}
    >
      <Art sign={sign} size={58} />
      <span class="face">
        <AvatarIcon avatar={person.avatar} size={20} />
      </span>
    </div>
  );
}

/** The button by which the player who has the pawn passes it on (CM-1h). */
function PassOn({
  session,
  game,
  onKeep,
}: {
  readonly session: Session;
  readonly game: Game;
  readonly onKeep: () => void;
}): JSX.Element {
  const seats = Array.from({ length: game.setUp.players }, (_, seat) => seat).filter(
    seat => seat !== session.seat.value,
  );
  return (
    <section class="panel pass-on" aria-label={say('talk.pawn.title')}>
      <Art sign={{ kind: 'pawnMoved', level: 1 }} size={54} />
      <p>
        <b>{say('talk.pawn.title')}</b>
        <span>{say('talk.pawn.passOn')}</span>
      </p>
      <div class="pass-to">
        {seats.map(to => {
          const { name, avatar } = personOf(session.people.value, memberAt(session.table.value, to));
          const label = say('talk.pawn.pass', { name });
          return (
            <button
              key={to}
              type="button"
              class="face"
              aria-label={label}
              title={label}
              onClick={() => void session.do({ type: 'nudge', to })}
            >
              <AvatarIcon avatar={avatar} size={28} />
            </button>
          );
        })}
      </div>
      <button type="button" class="icon-button" aria-label={say('talk.pawn.keep')} onClick={onKeep}>
        <Icon name="close" size={18} />
      </button>
    </section>
  );
}
