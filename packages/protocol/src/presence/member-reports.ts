/**
 * Reports of members about other members, for the operator of the server: about a name, or about a chat text that this table
 * still remembers. Nobody else at the table learns of a report.
 */
import type { Millis } from '@hush/rules';
import type { PrivateLogs } from '../logs/private-logs.ts';
import type { TableLog } from '../logs/table-log.ts';
import { frameOf, refusalFrame } from '../messages/frame.ts';
import type { ClientMessage } from '../messages/read-message.ts';
import type { ServerMessage } from '../messages/server-message.ts';
import type { Member } from '../state/table-state.ts';
import { rateOf } from '../token-bucket.ts';
import type { Client, Crowd } from './crowd.ts';
import { MemberLimits } from './member-limits.ts';

/** The rate limit of a member: a burst, then one report in this many milliseconds. */
export const REPORT_BURST = 5;
export const REPORT_APART: Millis = 60_000;

/** A report for the operator, with the name that screens show; `text` is the chat text in question (PR-68). */
export interface MemberReported {
  readonly type: 'memberReported';
  readonly table: string;
  readonly member: Member;
  readonly name: string;
  readonly text: string | null;
}

type Report = Extract<ClientMessage, { readonly t: 'report' }>;

interface ReportFacts {
  readonly code: string;
  readonly log: TableLog;
  readonly privateLogs: PrivateLogs;
  readonly crowd: Crowd;
  report(about: MemberReported): void;
}

export class MemberReports {
  readonly #facts: ReportFacts;
  readonly #limits: MemberLimits;

  constructor(now: () => number, facts: ReportFacts) {
    this.#facts = facts;
    this.#limits = new MemberLimits(rateOf(REPORT_BURST, REPORT_APART), now);
  }

  receive(client: Client, { member, said }: Report): void {
    const { code, crowd, report } = this.#facts;
    const sender = crowd.memberOf(client);
    const name = this.#nameOf(member);
    if (typeof sender !== 'number') client.send(refusalFrame(0, 'not-seated'));
    else if (name === undefined || member === sender) client.send(refusalFrame(0, 'no-such-member'));
    else if (!this.#limits.take(sender)) client.send(refusalFrame(0, 'too-fast'));
    else {
      report({ type: 'memberReported', table: code, member, name, text: this.#textOf(member, said) });
      client.send(frameOf({ t: 'reported', member }));
    }
  }

  #nameOf(member: Member): string | undefined {
    const { log, privateLogs } = this.#facts;
    const people = log.names.people(one => log.keyOf(one), privateLogs);
    return people.find(person => person.member === member)?.name;
  }

  /** Returns the text that the member said under this number; null if there is none, or it was deleted. */
  #textOf(member: Member, said: number | undefined): string | null {
    const frame = said === undefined ? undefined : this.#facts.log.answerTo(member, said);
    if (frame === undefined) return null;
    const message = JSON.parse(frame) as ServerMessage;
    return message.t === 'said' ? message.text : null;
  }
}
