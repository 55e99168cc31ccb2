/** What everybody must notice at once, big and short: new actions, the theft, silence, somebody who nudges me. */
import type { Notice } from '@hush/protocol';
import { actionsOf, type Game, type GameEvent, talkState } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Avatar, Icon } from '../art/icon.tsx';
import { actionName } from '../play/names.ts';
import type { Session } from '../table/session.ts';
import { say } from '../words/words.ts';
import { actionIcon, actionTurn, personOf, seatName } from './names.ts';

type Kind = 'start' | 'passed' | 'turned' | 'theft' | 'hush' | 'nudged' | 'stared';
interface Told {
  readonly kind: Kind;
  readonly id: number;
  /** Whose signal it was. */
  readonly from: number;
}

const LASTS: Readonly<Record<Kind, number>> = {
  start: 1800,
  passed: 4500,
  turned: 2400,
  theft: 3500,
  hush: 1200,
  nudged: 2200,
  stared: 2200,
};

/** The most important thing in a bundle of events. */
function kindOf(events: readonly GameEvent[], game: Game, seat: number): Omit<Told, 'id'> | null {
  const types = events.map(({ type }) => type);
  if (types.includes('theftHappened')) return { kind: 'theft', from: -1 };
  if (types.includes('hourglassTurned')) {
    const passes = game.rules.passTiles && game.solo === null;
    return { kind: passes ? 'passed' : 'turned', from: -1 };
  }
  if (types.includes('gameStarted')) return { kind: 'start', from: -1 };
  for (const event of events) {
    if ((event.type === 'pawnMoved' || event.type === 'tapped') && event.to === seat)
      return { kind: 'nudged', from: event.seat };
    if (event.type === 'stared' && event.to === seat) return { kind: 'stared', from: event.seat };
  }
  return null;
}

function useTold(session: Session): Told | null {
  const [told, setTold] = useState<Told | null>(null);
  const talk = useRef<string | null>(null);
  useEffect(() => {
    let id = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = ({ kind, from }: Omit<Told, 'id'>): void => {
      clearTimeout(timer);
      setTold({ kind, from, id: ++id });
      timer = setTimeout(() => setTold(null), LASTS[kind]);
    };
    const hear = (notice: Notice): void => {
      const game = session.game.peek();
      const before = talk.current;
      talk.current = game === null || game.status !== 'playing' ? null : talkState(game);
      if (notice.type !== 'news' || game === null) return;
      const found = kindOf(notice.events as readonly GameEvent[], game, session.seat.peek());
      if (found !== null) tell(found);
      else if (before !== null && before !== 'silent' && talk.current === 'silent')
        tell({ kind: 'hush', from: -1 });
    };
    const stop = session.listen(hear);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session]);
  return told;
}

/** The spoken updates say it too, so this is for the eye alone. */
export function Banner({
  session,
  game,
}: {
  readonly session: Session;
  readonly game: Game;
}): JSX.Element | null {
  const told = useTold(session);
  if (told === null) return null;
  return (
    <div key={told.id} class={`banner ${told.kind}`} aria-hidden="true">
      <BannerBody told={told} session={session} game={game} />
    </div>
  );
}

function BannerBody({
  told: { kind, from },
  session,
  game,
}: {
  readonly told: Told;
  readonly session: Session;
  readonly game: Game;
}): JSX.Element {
  switch (kind) {
    case 'passed':
      return <NewActions game={game} seat={session.seat.value} />;
    case 'turned':
      return (
        <Line icon="glass">{game.solo === null ? say('game.banner.turned') : say('game.banner.pile')}</Line>
      );
    case 'theft':
      return <Line icon="gem">{say('game.banner.theft')}</Line>;
    case 'start':
      return <Line icon="hush">{say('game.banner.start')}</Line>;
    case 'hush':
      return <Line icon="hush">{say('game.banner.talkClosed')}</Line>;
    case 'nudged':
    case 'stared':
      return <Signal session={session} from={from} stare={kind === 'stared'} />;
  }
}

const Line = ({
  icon,
  children,
}: {
  readonly icon: 'glass' | 'gem' | 'hush';
  readonly children: ComponentChildren;
}): JSX.Element => (
  <p class="banner-line">
    <Icon name={icon} size={44} />
    {children}
  </p>
);

function Signal({
  session,
  from,
  stare,
}: {
  readonly session: Session;
  readonly from: number;
  readonly stare: boolean;
}): JSX.Element {
  const person = personOf(session.people.value, session.table.value.seats[from] ?? null);
  const name = seatName(session, from);
  return (
    <>
      <span class="face huge">
        <Avatar avatar={person.avatar} size={64} />
        <Icon name={stare ? 'stare' : 'bell'} size={34} class="what" />
      </span>
      <p class="banner-line">{stare ? say('game.staredYou', { name }) : say('game.nudgedYou')}</p>
      {!stare && <p class="banner-note">{say('game.nudgedBy', { name })}</p>}
    </>
  );
}

function NewActions({ game, seat }: { readonly game: Game; readonly seat: number }): JSX.Element {
  const actions = actionsOf(game, seat);
  if (seat < 0) return <Line icon="glass">{say('game.banner.passed')}</Line>;
  return (
    <>
      <p class="banner-line">
        {actions.length === 0 ? say('game.banner.leader') : say('game.banner.actions')}
      </p>
      <div class="new-actions">
        {actions.map(action => (
          <span key={action} class="key go">
            <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={56} />
            <small>{actionName(action)}</small>
          </span>
        ))}
      </div>
    </>
  );
}
