/**
 * Decides whether voices may be heard now, according to the rules and to the version of the game that this page has
 * (CM-2b, CM-3a, CM-5a, HG-8g, SC-12b, SC-14a). The sender and every receiver check this, so a page that is late or
 * cheats is not heard.
 */
import { isMuted, type Member, type TableState } from '@hush/protocol';
import { talkState } from '@hush/rules';

export interface VoiceGateState {
  /**
   * Whether the page is connected to the server. A page that is offline does not know whether talk is allowed, and stays
   * silent.
   */
  readonly online: boolean;
  /** The state that the server has confirmed. */
  readonly confirmed: TableState;
  /** The state with this player's own commands predicted: a player's own move closes the microphone at once. */
  readonly predicted: TableState;
  readonly me: Member;
}

const isOpen = ({ game }: TableState): boolean => game === null || talkState(game) === 'open';

export const mayHear = ({ online, confirmed }: VoiceGateState): boolean => online && isOpen(confirmed);

export const maySpeak = (known: VoiceGateState): boolean =>
  mayHear(known) && isOpen(known.predicted) && !isMuted(known.confirmed, known.me);

/** Whether one member may be heard; the host may have muted, or this player may ignore that member. */
export const mayHearMember = (known: VoiceGateState, member: Member, deafTo: ReadonlySet<Member>): boolean =>
  mayHear(known) && !isMuted(known.confirmed, member) && !deafTo.has(member);

/**
 * The connections that are shown: the real ones while talk is open; during silence those that were shown last. Turning
 * voice on and off during silence would be a signal to the others (CM-2p).
 */
export const shownLinks = <Link extends string>(
  links: ReadonlyMap<Member, Link>,
  seen: ReadonlyMap<Member, Link>,
  isOpen: boolean,
): ReadonlyMap<Member, Link> => (isOpen ? links : seen);
