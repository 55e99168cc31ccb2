/** Publishes durable entries: folds them, broadcasts them, sends the answers of a draft, and greets connections. */
import type { EntryOrigin } from '../bots/bot-host.ts';
import type { LoggedEntry } from '../logs/table-log.ts';
import type { Entry } from '../messages/entry.ts';
import type { Client, Hello } from '../presence/crowd.ts';
import { type Greeting, NO_SPECTATORS, type RefusedHello } from '../presence/handshake.ts';
import type { LogEvent, Member, TableState } from '../state/table-state.ts';
import type { Draft, DraftAnswer } from './draft.ts';
import type { TableParts } from './parts.ts';
import type { TableWorld } from './world.ts';

export class Publisher {
  readonly #parts: TableParts;
  readonly #world: TableWorld;
  /** Connections whose hello waits as a job in the queue; they get no frames yet. */
  readonly #waiting = new Set<Client>();

  constructor(parts: TableParts, world: TableWorld) {
    this.#parts = parts;
    this.#world = world;
  }

  /** Publishes this authority's draft: its entries and answers, in order. */
  publishDraft({ items, commands }: Draft): void {
    for (const item of items) {
      if (item.type === 'entry') this.#publish(item.entry, item.text, 'own', item.after);
      else this.#answer(item);
    }
    this.#settle();
    for (const { command, result } of commands) this.#world.measure?.({ type: 'judged', command, result });
  }

  /** Publishes entries of another authority that were read from the journal. */
  publishRead(entries: readonly LoggedEntry[]): void {
    for (const { entry, text } of entries) this.#publish(entry, text, 'read');
    if (entries.length > 0) this.#settle();
  }

  /** Broadcasts an entry; all clients get the same bytes. */
  #publish(entry: Entry, text: string, origin: EntryOrigin, after?: TableState): void {
    const { log, crowd, timer, bots } = this.#parts;
    const { events, cause } = entry;
    const before = log.state;
    crowd.broadcastFrame(log.add(entry, text, after));
    if (events.length === 0 && cause !== null) crowd.beginEpoch(cause.member, cause.n);
    for (const event of events) this.#notice(event, before);
    timer.follow(log.state.game);
    bots.hear(entry, origin);
  }

  #notice(event: LogEvent, before: TableState): void {
    const { log, crowd, privateLogs, greeter, hostTimeout, timer } = this.#parts;
    if (event.type === 'memberLeft') this.#unseat(event.member, event.kicked);
    if (log.state.unwatched === true && (event.type === 'memberLeft' || event.type === 'spectatorsAllowed'))
      crowd.endSpectators(NO_SPECTATORS.code, NO_SPECTATORS.why);
    if (log.names.changesPeople(event, before, privateLogs.names)) greeter.sendPeople();
    if (event.type === 'gameSetUp') privateLogs.forgetBefore(log.state.games);
    if (event.type === 'entriesLost')
      this.#world.report({ type: 'entriesLost', table: this.#parts.code, count: event.count });
    if (event.type === 'hostNamed') hostTimeout.look(log.state.host);
    if (event.type === 'gameLost' && event.reason === 'sand')
      this.#world.measure?.({ type: 'ranOut', late: Math.max(0, timer.at() - event.at) });
  }

  /** A member who left sees from now on what other spectators see. */
  #unseat(member: Member, kicked: boolean): void {
    const { crowd, delayed, greeter } = this.#parts;
    const spectator = crowd.unseat(member, kicked);
    if (spectator !== null && delayed.isOn) greeter.refresh(spectator);
  }

  #answer(answer: DraftAnswer): void {
    const { log, chat, greeter, bots } = this.#parts;
    switch (answer.type) {
      case 'answered':
        log.remember(answer.member, answer.n, answer.frame);
        answer.client.send(answer.frame);
        return;
      case 'relayed':
        chat.broadcast(answer);
        return;
      case 'renamed':
        greeter.sendPeople();
        return;
      case 'admitted':
        if (this.#waiting.delete(answer.client)) this.admit(answer.client, answer.hello, answer.admission);
        return;
      case 'bot-moved':
        bots.moved(answer);
        return;
      case 'seated':
        greeter.seat(answer.client, answer.member, answer.token);
        greeter.sendPeople();
        this.lookAround();
    }
  }

  /** Called once after a batch of entries became durable. */
  #settle(): void {
    this.resumeSand(); // a member acted, at this authority or at another one
    this.#parts.timer.arm();
    this.#parts.bots.look();
    this.#parts.lobby.look();
    this.#parts.debrief.look();
  }

  /** Marks a connection whose hello has become a job. */
  wait(client: Client): void {
    this.#waiting.add(client);
  }

  admit(client: Client, hello: Hello, admission: Greeting | RefusedHello): void {
    if (admission.type === 'close') {
      client.close(admission.code, admission.why);
      return;
    }
    const welcome = this.#parts.greeter.greet(client, hello, admission);
    if (admission.member !== null || !this.#parts.delayed.isOn) this.#parts.greetIdle(client);
    this.#parts.rest.look();
    if (hello.since !== undefined) this.#world.measure?.({ type: 'resumed', with: welcome.with });
    if (admission.member === null) return;
    this.resumeSand();
    this.lookAround();
  }

  /** Removes a connection, so that it gets no welcome any more. Returns its member. */
  remove(client: Client): Member | null {
    this.#waiting.delete(client);
    const member = this.#parts.crowd.remove(client);
    this.#parts.rest.look();
    return member;
  }

  /** Called after a member connected or disconnected. */
  lookAround(): void {
    const { crowd, hostTimeout, bots, log, debrief } = this.#parts;
    crowd.sendPresence();
    debrief.look();
    hostTimeout.look(log.state.host);
    bots.look();
  }

  resumeSand(): void {
    if (!this.#parts.timer.resume()) return;
    this.sendSand();
    this.#parts.rest.look(); // the sand stops if nobody is connected
  }

  sendSand(): void {
    const { crowd, sand, bots } = this.#parts;
    crowd.broadcast({ t: 'sand', sand: sand() });
    bots.look();
  }
}
