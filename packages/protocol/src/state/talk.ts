/**
 * Who may send chat texts, gestures and pointers. None of them is logged, so they can be deleted; whether they are
 * allowed depends on the state of the game when the command is judged (CM-2b, CM-4).
 */
import { type Command, type DecideContext, decide, isOver, pointRefusal, talkState } from '@hush/rules';
import type { PlayCommand } from '../commands/play-command.ts';
import type { PlayRefusal } from './refusals.ts';
import { isMuted, type Member, seatOf, type TableState } from './table-state.ts';

export type TalkCommand = Extract<PlayCommand, { readonly type: 'say' | 'phrase' | 'unsay' | 'gesture' }>;

const TALK: readonly PlayCommand['type'][] = ['say', 'phrase', 'unsay', 'gesture'];

export const isTalk = (command: PlayCommand): command is TalkCommand => TALK.includes(command.type);

/** Whether a game is running in which talking is not allowed now. */
export const isSilent = ({ game }: TableState): boolean => game !== null && talkState(game) !== 'open';

/** Why a seated member may not talk. Between games every member may talk, with or without a seat in the last game (CM-4). */
export function talkRefusal(
  table: TableState,
  member: Member,
  command: TalkCommand,
  circumstances: DecideContext,
): PlayRefusal | null {
  const refusal = silence(table, member, command, circumstances);
  if (refusal !== null) return refusal;
  if (command.type !== 'unsay') return isMuted(table, member) ? 'muted' : null;
  return command.author === member || table.host === member ? null : 'not-host';
}

function silence(
  table: TableState,
  member: Member,
  command: TalkCommand,
  circumstances: DecideContext,
): PlayRefusal | null {
  const { game } = table;
  const points = command.type === 'gesture' && command.to !== undefined;
  if (game === null) return points ? 'no-game' : null;
  if (isOver(game)) return command.type === 'gesture' ? pointRefusal(game, command) : null;
  const verdict = decide(game, inTheGame(command, seatOf(table, member)), circumstances);
  return verdict.ok ? null : verdict.error;
}

/**
 * The command that the rules judge. Saying a phrase and deleting a text count as talking, because both are visible
 * signs during silence.
 */
const inTheGame = (command: TalkCommand, seat: number): Command =>
  command.type === 'gesture' ? { ...command, seat } : { type: 'say', seat, text: '' };
