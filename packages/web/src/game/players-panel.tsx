/** The players: their actions, who is away, and where the pawn stands. Pressing a player's row nudges that player. */

import { isBot, isProgram, standsIn } from '@hush/protocol';
import { type ActionTile, actionsOf, type Game, isStruckOut, leaderOf } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { symbolOf } from '../art/palette.ts';
import { voiceRings } from '../device/voice-wanted.ts';
import { say } from '../i18n/catalogs.ts';
import type { Controls } from '../input/controls.ts';
import { actionName } from '../model/game-words.ts';
import { mayNudge } from '../model/possible.ts';
import { type RecentMove, type RecentMoves, withMoves } from '../model/recent-moves.ts';
import { actionIcon, actionTurn, isHost, memberAt, personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { viewpoint } from './viewpoint.ts';

interface Props {
  readonly session: Session;
  readonly game: Game;
  /** The player's controls; null for spectators. */
  readonly controls: Controls | null;
  /** Whether the page is a television, which nobody touches. */
  readonly screen?: boolean;
}

/** The most players for which each row has room for the player's last moves. */
const MOST_WITH_MOVES = 4;

function useRecentMoves(session: Session): RecentMoves {
  const [recent, setRecent] = useState<RecentMoves>([]);
  useEffect(() => session.listen(notice => setRecent(known => withMoves(known, notice))), [session]);
  return recent;
}

export function PlayersPanel({ session, game, controls, screen = false }: Props): JSX.Element {
  const recent = useRecentMoves(session);
  const shows = game.setUp.players <= MOST_WITH_MOVES;
  // A row that scrolls but holds no buttons must be focusable itself.
  const still =
    !/^(setup|playing)$/.test(game.status) || (controls === null && (screen || game.status === 'setup'));
  useEffect(
    () => () => {
      viewpoint.value = null;
    },
    [session],
  );
  return (
    <section class="panel crew" aria-labelledby="crew" tabIndex={still ? 0 : undefined}>
      <h2 id="crew">
        <span>{say('game.crew')}</span>
        <span aria-hidden="true">{game.setUp.players}</span>
      </h2>
      <ul>
        {Array.from({ length: game.setUp.players }, (_, seat) => (
          <CrewMember
            key={seat}
            session={session}
            game={game}
            controls={controls}
            screen={screen}
            seat={seat}
            moves={shows ? (recent[seat] ?? []) : []}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns what pressing a player's row does; null if it does nothing. */
function deedOf({ session, game, controls, screen = false }: Props, seat: number): Deed | null {
  const mine = session.seat.value;
  const member = memberAt(session.table.value, seat);
  const { name } = personOf(session.people.value, member);
  if (mine < 0 && !screen && game.status === 'playing') return seeAs(seat, name);
  if (controls === null || mine < 0 || mine === seat) return null;
  if (member === null && isHost(session) && game.status !== 'won' && game.status !== 'lost')
    return {
      label: say('game.seatBot'),
      icon: 'bot',
      act: () => session.manage({ type: 'seatBot', temper: 'calm' }),
    };
  if (game.status === 'setup')
    return {
      label: say('game.setup.swap', { name }),
      icon: 'swap',
      act: () => session.do({ type: 'swap', with: seat }),
    };
  if (game.status !== 'playing') return null;
  if (!mayNudge(game, mine))
    return {
      label: say('game.stare', { name }),
      icon: 'stare',
      act: () => session.do({ type: 'stare', to: seat }),
    };
  return { label: say('game.nudgePlayer', { name }), icon: 'bell', act: () => controls.nudge(seat) };
}

interface Deed {
  readonly label: string;
  readonly icon: 'swap' | 'stare' | 'bell' | 'bot' | 'eye';
  /** Whether this toggle is on. */
  readonly isOn?: boolean;
  act(): void;
}

/** For a spectator: shows the board as this player sees it, or as nobody in particular again. */
function seeAs(seat: number, name: string): Deed {
  const isOn = viewpoint.value === seat;
  return {
    label: say('game.seeAs', { name }),
    icon: 'eye',
    isOn,
    act: () => {
      viewpoint.value = isOn ? null : seat;
    },
  };
}

function CrewMember({
  seat,
  moves,
  ...shown
}: Props & { readonly seat: number; readonly moves: readonly RecentMove[] }): JSX.Element {
  const { session, game } = shown;
  const member = memberAt(session.table.value, seat);
  const { name, avatar } = personOf(session.people.value, member);
  const me = member !== null && member === session.member.value;
  const here = member !== null && session.here.value.includes(member);
  const pawn = game.pawn === seat && game.status === 'playing';
  const deed = deedOf(shown, seat);
  const canStare = deed?.icon === 'bell' && member !== null;
  return (
    <li class={`mate ${me ? 'me' : ''} ${pawn ? 'nudged' : ''} ${here ? '' : 'gone'}`}>
      <Pressable deed={deed}>
        <span class={`face ${voiceRings.value[member ?? 0] ?? ''}`}>
          <AvatarIcon avatar={avatar} size={26} />
          {member !== null && member === session.table.value.host && (
            <i class="crown">
              <Icon name="crown" size={13} />
            </i>
          )}
        </span>
        <span class="mate-words">
          <b>
            {member === null ? (
              say('game.emptySeat')
            ) : (
              <bdi>{me ? `${name} (${say('game.you')})` : name}</bdi>
            )}
          </b>
          <Actions actions={actionsOf(game, seat)} game={game} seat={seat} />
          <Moves moves={moves} />
        </span>
        <Looks session={session} member={member} />
        <State
          pawn={pawn}
          bot={botWords(session, member)}
          here={here}
          way={me ? session.roundTrip() : wayOf(session, member)}
        />
      </Pressable>
      {canStare && (
        <button
          type="button"
          class="stare"
          aria-label={say('game.stare', { name })}
          title={say('game.stare', { name })}
          onClick={() => session.do({ type: 'stare', to: seat })}
        >
          <Icon name="stare" size={18} />
        </button>
      )}
    </li>
  );
}

/** Shows at which hero a waiting bot looks. */
function Looks({
  session,
  member,
}: {
  readonly session: Session;
  readonly member: number | null;
}): JSX.Element | null {
  const { gaze } = session.presence.value;
  if (gaze?.from !== member || gaze.hero === undefined) return null;
  return (
    <span class={`looks ${gaze.hero}`} aria-hidden="true">
      <Icon name="stare" size={16} />
      <Icon name={symbolOf(gaze.hero)} size={15} />
    </span>
  );
}

/** The last moves of a player, the newest first. The announcer says them as they happen. */
const Moves = ({ moves }: { readonly moves: readonly RecentMove[] }): JSX.Element | null =>
  moves.length === 0 ? null : (
    <span class="recent" aria-hidden="true">
      {moves.map(({ id, hero, by }) => (
        <span key={id} class={hero}>
          <i>
            <Icon name={symbolOf(hero)} size={12} />
          </i>
          <Icon name={actionIcon(by)} turn={actionTurn(by) ?? 0} size={13} />
        </span>
      ))}
    </span>
  );

const Pressable = ({
  deed,
  children,
}: {
  readonly deed: Deed | null;
  readonly children: ComponentChildren;
}): JSX.Element =>
  deed === null ? (
    <div class="mate-body">{children}</div>
  ) : (
    <button type="button" class="mate-body" aria-pressed={deed.isOn} onClick={deed.act} title={deed.label}>
      {children}
      <span class="unseen">{deed.label}</span>
      {(deed.icon === 'swap' || deed.icon === 'bot') && <Icon name={deed.icon} size={18} class="swap" />}
    </button>
  );

function Actions({
  actions,
  game,
  seat,
}: {
  readonly actions: ActionTile;
  readonly game: Game;
  readonly seat: number;
}): JSX.Element {
  if (game.rules.leader && leaderOf(game.actionTiles) === seat)
    return <span class="chips leads">{say('game.leads')}</span>;
  return (
    <span class="chips">
      {actions.map(action => (
        <span key={action} class={`chip ${isStruckOut(game, action) ? 'dead' : ''}`}>
          <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={15} />
          <span class="unseen">
            {actionName(action)}
            {isStruckOut(game, action) && `: ${say('refusals.vortex-closed')}`}
          </span>
        </span>
      ))}
    </span>
  );
}

/** Returns the round trip time of another member in milliseconds; 0 if it is not known. */
function wayOf({ presence }: Session, member: number | null): number {
  const { here, ms = [] } = presence.value;
  return member === null ? 0 : (ms[here.indexOf(member)] ?? 0);
}

/** Round trip times in milliseconds from which a player's delay is marked, in two steps. */
const LONG = [90, 220];

/** Returns a note if a bot has this seat or stands in; null for a person. */
function botWords(session: Session, member: number | null): string | null {
  const table = session.table.value;
  if (standsIn(table, member)) return say('game.botSitsIn');
  return isBot(table, member) || isProgram(table, member) ? say('game.isBot') : null;
}

const State = ({
  pawn,
  bot,
  here,
  way,
}: {
  readonly pawn: boolean;
  readonly bot: string | null;
  readonly here: boolean;
  readonly way: number;
}): JSX.Element => {
  if (pawn)
    return (
      <span class="pawn">
        <Icon name="bell" size={17} />
        <span class="unseen">{say('game.hasPawn')}</span>
      </span>
    );
  if (bot !== null)
    return (
      <span class="away bot" title={bot}>
        <Icon name="bot" size={17} />
        <span class="unseen">{bot}</span>
      </span>
    );
  const lost = LONG.filter(step => way > step).length;
  return here ? (
    <span class={`bars lost-${lost}`}>
      <i />
      <i />
      <i />
      <span class="unseen">
        {say('game.here')} {lost > 0 && say('game.latencyLabel', { ms: Math.round(way) })}
      </span>
    </span>
  ) : (
    <span class="away">
      <Icon name="away" size={15} />
      <span>{say('game.away')}</span>
    </span>
  );
};
