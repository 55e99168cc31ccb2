/**
 * The toy mall as a session, so that board, controls and keys work in it as in a game. This player's moves are shown at
 * once and sent to the table; moves of other players come in its `lobby` messages (PR-36).
 */
import type { LobbyMessage, Notice } from '@hush/protocol';
import { HEROES, type Hero } from '@hush/rules';
import { computed, signal } from '@preact/signals';
import { straightTo } from '../model/cells.ts';
import type { Session } from '../table/session.ts';
import { toyGame, toyMall, toyMove } from './toy-game.ts';

export interface ToySession {
  readonly session: Session;
  stop(): void;
}

type Toys = LobbyMessage['toys'];

export function openToySession(session: Session): ToySession {
  const listeners = new Set<(notice: Notice) => void>();
  const tell = (notice: Notice): void => {
    for (const listener of [...listeners]) listener(notice);
  };
  const toys = signal<Toys>(session.lobby.peek()?.toys ?? {});
  /**
   * For each hero, how many of this player's moves the table has not sent back yet; until then positions from the table
   * are too old and ignored.
   */
  const sent = new Map<Hero, number>();
  /** The deal as text. The mall object is made again only when the deal changes, because the board compares objects. */
  const deal = computed(() => JSON.stringify(session.lobby.value?.deal ?? []));
  const mall = computed(() => toyMall(JSON.parse(deal.value)));
  const game = computed(() => toyGame(mall.value, toys.value));

  /** Takes over a message of the table, except for this player's moves that it does not contain yet. */
  function takeOver({ toys: told, hero }: LobbyMessage, mine: boolean): void {
    for (const one of HEROES) if (sent.get(one) === told[one] || (!mine && one === hero)) sent.delete(one);
    toys.value = { ...told, ...Object.fromEntries([...sent]) };
  }

  function hear(message: LobbyMessage): void {
    const { m, hero } = message;
    const mine = m !== undefined && m === session.member.peek();
    const before = game.peek();
    takeOver(message, mine);
    if (mine || m === undefined || hero === undefined) return;
    const to = game.peek().heroes[hero];
    if (to === null || before.heroes[hero] === to) return;
    const by = straightTo(before, hero, to)?.dir ?? 'vortex';
    const seat = session.table.peek().seats.indexOf(m);
    tell({
      type: 'news',
      events: [{ type: 'heroMoved', at: 0, seat, hero, by, to }],
      member: m,
      n: null,
      mine,
    });
  }

  const forget = session.listen(notice => {
    if (notice.type === 'other' && notice.message.t === 'lobby') hear(notice.message);
  });

  return {
    session: {
      ...session,
      game,
      sandNow: () => 0,
      do(command) {
        const move = toyMove(game.peek(), session.seat.peek(), command);
        if (move === null) return 0;
        const { hero, to } = move;
        sent.set(hero, to);
        toys.value = { ...toys.peek(), [hero]: to };
        session.tell({ t: 'toy', hero, to });
        return 0;
      },
      listen: listener => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    stop: forget,
  };
}
