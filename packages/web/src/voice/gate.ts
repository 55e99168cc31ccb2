/**
 * Whether voices may be heard right now (CM-2b, CM-3a, CM-5a, HG-8g, SC-12b, SC-14a): the rules' own answer, at the version this page has.
 * Both ends ask it: the sender, and everybody who would hear it, so that a page which is late or lies is not heard.
 */
import { isMuted, type Member, type TableState } from '@hush/protocol';
import { talkState } from '@hush/rules';

export interface Knowledge {
  /** Whether the server is heard; who does not know what goes on is silent. */
  readonly online: boolean;
  /** As the server has it. */
  readonly confirmed: TableState;
  /** As it will be if the server agrees: my own move closes the window when I make it. */
  readonly predicted: TableState;
  readonly me: Member;
}

const isOpen = ({ game }: TableState): boolean => game === null || talkState(game) === 'open';

export const mayHear = ({ online, confirmed }: Knowledge): boolean => online && isOpen(confirmed);

export const maySpeak = (known: Knowledge): boolean =>
  mayHear(known) && isOpen(known.predicted) && !isMuted(known.confirmed, known.me);

/** Of one member, of whom the host may have had enough, or this player. */
export const mayHearMember = (known: Knowledge, member: Member, deafTo: ReadonlySet<Member>): boolean =>
  mayHear(known) && !isMuted(known.confirmed, member) && !deafTo.has(member);

/**
 * What is shown of others' connections: the truth while talk is open, and what was seen last until it is open again. In
 * silence turning voice on and off would be a sign (CM-2p), so nobody comes, goes or changes.
 */
export const shownLinks = <Link extends string>(
  links: ReadonlyMap<Member, Link>,
  seen: ReadonlyMap<Member, Link>,
  isOpen: boolean,
): ReadonlyMap<Member, Link> => (isOpen ? links : seen);
