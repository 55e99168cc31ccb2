/**
 * One table as the page sees it: the connection's mirror as signals, and the verbs. Views read and ask here and never
 * touch a socket; whether the table is on a server or in this page makes no difference to them.
 */
import {
  AVATARS,
  type ClientWorld,
  Connection,
  type ConnectionStatus,
  type Member,
  type Mirror,
  type Notice,
  type Person,
  type PlayCommand,
  type Presence,
  type SeatClaim,
  seatOf,
  type TableCommand,
  type TableState,
} from '@hush/protocol';
import type { Game, Millis } from '@hush/rules';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { say } from '../i18n/catalogs.ts';
import { watchStanding } from './stall.ts';

export interface Session {
  readonly code: string;
  /** On a server, or in this page alone. */
  readonly kind: 'online' | 'practice';
  readonly status: ReadonlySignal<ConnectionStatus>;
  /** As it will be if the server agrees with what was asked for. */
  readonly table: ReadonlySignal<TableState>;
  /** As the server has it. */
  readonly confirmed: ReadonlySignal<TableState>;
  readonly game: ReadonlySignal<Game | null>;
  /** Null for those who watch. */
  readonly member: ReadonlySignal<Member | null>;
  /** -1 for those who watch. */
  readonly seat: ReadonlySignal<number>;
  /** Bots are among them, and always here. */
  readonly people: ReadonlySignal<readonly Person[]>;
  readonly here: ReadonlySignal<readonly Member[]>;
  /** Who is here, how many watch, how good the lines of the others are. */
  readonly presence: ReadonlySignal<Presence>;
  /** Whether the first greeting has come. */
  readonly greeted: ReadonlySignal<boolean>;
  /** Whether nothing has gone on for a while although nobody stopped it. */
  readonly stands: ReadonlySignal<boolean>;
  /** What was asked for here and has not been answered, by the numbers. */
  readonly waits: ReadonlySignal<readonly { readonly n: number }[]>;
  /** With which code the server has said goodbye; null when it is there again. */
  readonly goodbye: ReadonlySignal<number | null>;
  /** Game time as the server has it now; a function of time, never of ticks. */
  sandNow(): Millis;
  roundTrip(): Millis;
  join(name: string, avatar: string): void;
  rename(name: string, avatar: string): void;
  /** The number by which a refusal names it. */
  do(command: PlayCommand): number;
  manage(command: TableCommand): number;
  /** To other pages, about voice; said now or never. */
  tell: Connection['tell'];
  /** Everything that happens, in order; the answer ends it. */
  listen(listener: (notice: Notice) => void): () => void;
  /** The last game as a text of the rules' notation; null while there is none to be had. */
  record(): Promise<string | null>;
  /** The network may be back. */
  probe(): void;
  close(): void;
}

export interface SessionPlan {
  readonly seat: SeatClaim;
  readonly kind: Session['kind'];
  readonly world: ClientWorld;
  /** The secret of the seat just taken. */
  seated(token: string): void;
  /** Where the record of the last game lies. */
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

/** A mirror as signals, and what brings them up to date. */
function reflect(mirror: Mirror) {
  const table = signal<TableState>(mirror.predicted);
  const confirmed = signal<TableState>(mirror.confirmed);
  const member = signal<Member | null>(mirror.member);
  const people = signal<readonly Person[]>([]);
  const presence = signal<Presence>({ here: [] });
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
      sandRuns.value = mirror.sandRuns;
      isHeld.value = mirror.isHeld;
      waits.value = mirror.unsent();
    });
  return { table, confirmed, member, people, presence, sandRuns, isHeld, waits, refresh };
}

/** What is known after a notice of how the server went. */
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
  // Watchers are called while the connection is still being made, so nothing here may ask it before it is there.
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
  const { table, confirmed, member, people, presence, waits, refresh, ...sand } = reflect(mirror);
  const game = computed(() => table.value.game);
  const unwatch = watchStanding({ kind, status, game, ...sand }, world, now => assign(stands, now));

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
    greeted,
    stands,
    waits,
    goodbye,
    sandNow: () => mirror.sandNow(),
    roundTrip: () => mirror.roundTrip,
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

/** Everybody who sits, with bots: each has a name in the reader's language, and an animal that nobody has taken. */
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

/** The same one every time, as long as nobody else chooses it. */
function freeAvatar(member: number, taken: readonly string[]): string {
  const from = (member * 7) % AVATARS.length;
  const inOrder = [...AVATARS.slice(from), ...AVATARS.slice(0, from)];
  return inOrder.find(avatar => !taken.includes(avatar)) ?? AVATARS[from] ?? '';
}
