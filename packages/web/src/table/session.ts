/**
 * The session: one table as signals and methods. Components read signals and call methods, and never use a socket. Tables
 * on a server and tables in this page have the same interface.
 */
import {
  AVATARS,
  type Avatar,
  type ClientWorld,
  Connection,
  type ConnectionStatus,
  type LobbyMessage,
  type Member,
  type Mirror,
  type Notice,
  type Person,
  type PlayCommand,
  type Presence,
  type ReceivedDebrief,
  type SeatClaim,
  seatOf,
  type TableCommand,
  type TableState,
} from '@hush/protocol';
import type { Game, Millis } from '@hush/rules';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { say } from '../i18n/catalogs.ts';
import { watchForStandstill } from './stall.ts';

export interface Session {
  readonly code: string;
  /** `online`: the table is on a server. `practice`: the table is in this page. */
  readonly kind: 'online' | 'practice';
  readonly status: ReadonlySignal<ConnectionStatus>;
  /** The predicted state: it includes this page's commands that are not confirmed yet. */
  readonly table: ReadonlySignal<TableState>;
  /** The state that the server has confirmed. */
  readonly confirmed: ReadonlySignal<TableState>;
  readonly game: ReadonlySignal<Game | null>;
  /** The member of this page; null for spectators. */
  readonly member: ReadonlySignal<Member | null>;
  /** The player's seat; -1 for spectators. */
  readonly seat: ReadonlySignal<number>;
  /** All people at the table, including bots, which always count as present. */
  readonly people: ReadonlySignal<readonly Person[]>;
  readonly here: ReadonlySignal<readonly Member[]>;
  /** Who is connected, how many people watch, and how good the connections of the others are. */
  readonly presence: ReadonlySignal<Presence>;
  /** The deal of the next game and the toy mall; null until the server has sent them. */
  readonly lobby: ReadonlySignal<LobbyMessage | null>;
  /** Whether the server has sent its first welcome. */
  readonly greeted: ReadonlySignal<boolean>;
  /** Whether the game has stood still for a while although nobody paused it. */
  readonly stands: ReadonlySignal<boolean>;
  /** The numbers of this page's commands that are not answered yet. */
  readonly waits: ReadonlySignal<readonly { readonly n: number }[]>;
  /** The close code in the server's last `bye`; null once the page is connected again. */
  readonly goodbye: ReadonlySignal<number | null>;
  /** The current game time of the server, computed from the clock and not from ticks. */
  sandNow(): Millis;
  roundTrip(): Millis;
  join(name: string, avatar: Avatar): void;
  rename(name: string, avatar: Avatar): void;
  /** Sends a command to the game and returns its number, which a refusal would name. */
  do(command: PlayCommand): number;
  manage(command: TableCommand): number;
  /** The last state of the debrief from the server; null before the first one. */
  debrief(): ReceivedDebrief | null;
  /** Sends a voice message, a move in the toy mall or a request of the debrief; it is dropped if the connection is down. */
  tell: Connection['tell'];
  /** Subscribes to all notices, in order; the returned function unsubscribes. */
  listen(listener: (notice: Notice) => void): () => void;
  /** The record of the last game; null if there is none. */
  record(): Promise<string | null>;
  /** Tries to reconnect now, because the network may be back. */
  probe(): void;
  close(): void;
}

export interface SessionPlan {
  readonly seat: SeatClaim;
  readonly kind: Session['kind'];
  readonly world: ClientWorld;
  /** Called with the token of the seat that was just taken. */
  seated(token: string): void;
  /** Loads the record of the last game. */
  record?(): Promise<string | null>;
}

type Listener = (notice: Notice) => void;

function addTo(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function assign<T>(to: Signal<T>, value: T): void {
  to.value = value;
}

/** The mirror's fields as signals, and `refresh`, which updates them. */
function reflect(mirror: Mirror) {
  const table = signal<TableState>(mirror.predicted);
  const confirmed = signal<TableState>(mirror.confirmed);
  const member = signal<Member | null>(mirror.member);
  const people = signal<readonly Person[]>([]);
  const presence = signal<Presence>({ here: [] });
  const lobby = signal<LobbyMessage | null>(null);
  const sandRuns = signal(false);
  const isHeld = signal(false);
  const waits = signal<readonly { readonly n: number }[]>([]);
  const refresh = (): void =>
    batch(() => {
      table.value = mirror.predicted;
      confirmed.value = mirror.confirmed;
      member.value = mirror.member;
      people.value = mirror.people;
      presence.value = mirror.presence;
      lobby.value = mirror.lobby;
      sandRuns.value = mirror.sandRuns;
      isHeld.value = mirror.isHeld;
      waits.value = mirror.unsent();
    });
  return { table, confirmed, member, people, presence, lobby, sandRuns, isHeld, waits, refresh };
}

/** Values that are read from the mirror when they are needed, without a signal. */
const readings = (mirror: Mirror): Pick<Session, 'sandNow' | 'roundTrip' | 'debrief'> => ({
  sandNow: () => mirror.sandNow(),
  roundTrip: () => mirror.roundTrip,
  debrief: () => mirror.debrief,
});

/** The close code of the server after a notice. */
function goodbyeAfter(notice: Notice, before: number | null): number | null {
  if (notice.type === 'synced') return null;
  return notice.type === 'other' && notice.message.t === 'bye' ? notice.message.code : before;
}

export function openSession({ seat: place, kind, world, seated, record }: SessionPlan): Session {
  const listeners = new Set<Listener>();
  const status = signal<ConnectionStatus>({ type: 'connecting' });
  const greeted = signal(false);
  const goodbye = signal<number | null>(null);
  const stands = signal(false);
  // The connection may call these functions while it is still being made, so they must not use the variable `connection`.
  const connection: Connection = new Connection(place, world, {
    changed: next => assign(status, next),
    noticed: notice => {
      refresh();
      greeted.value ||= notice.type === 'synced';
      goodbye.value = goodbyeAfter(notice, goodbye.value);
      for (const listener of [...listeners]) listener(notice);
    },
    seated,
  });
  const { mirror } = connection;
  const { table, confirmed, member, people, presence, lobby, waits, refresh, ...sand } = reflect(mirror);
  const game = computed(() => table.value.game);
  const unwatch = watchForStandstill({ kind, status, game, ...sand }, world, now => assign(stands, now));

  function asked(n: number): number {
    refresh();
    return n;
  }

  return {
    code: place.table,
    kind,
    status,
    table,
    confirmed,
    game,
    member,
    seat: computed(() => (member.value === null ? -1 : seatOf(table.value, member.value))),
    people: computed(() => withBots(people.value, table.value)),
    here: computed(() => [...presence.value.here, ...(table.value.bots ?? []).map(bot => bot.member)]),
    presence,
    lobby,
    greeted,
    stands,
    waits,
    goodbye,
    ...readings(mirror),
    join: (name, avatar) => connection.join(name, avatar),
    rename: (name, avatar) => connection.rename(name, avatar),
    do: command => asked(connection.do(command)),
    manage: command => asked(connection.manage(command)),
    tell: message => connection.tell(message),
    listen: listener => addTo(listeners, listener),
    record: async () => (await record?.()) ?? null,
    probe: () => connection.probe(),
    close: () => {
      unwatch();
      connection.close();
    },
  };
}

/** Adds the bots to the people: each gets a name in the player's language and an animal that nobody else has. */
function withBots(people: readonly Person[], { bots = [] }: TableState): readonly Person[] {
  if (bots.length === 0) return people;
  const taken = people.map(({ avatar }) => avatar);
  const faces = bots.map(({ member, no }): Person => {
    const avatar = freeAvatar(member, taken);
    taken.push(avatar);
    return { member, name: say('game.bot', { n: no }), avatar };
  });
  return [...people, ...faces];
}

/** The animal of a bot: always the same one, unless somebody else has chosen it. */
function freeAvatar(member: number, taken: readonly string[]): string {
  const from = (member * 7) % AVATARS.length;
  const inOrder = [...AVATARS.slice(from), ...AVATARS.slice(0, from)];
  return inOrder.find(avatar => !taken.includes(avatar)) ?? AVATARS[from] ?? '';
}
