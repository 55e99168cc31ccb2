/** A phone that shows only its player's keys, from the lobby to the end of a game. */
import type { JSX } from 'preact';
import { keepScreenOn } from '../device/stay-lit.ts';
import { KeysGame } from '../game/keys-game.tsx';
import type { Session } from '../table/session.ts';
import { KeysLobby } from './keys-lobby.tsx';
import '../styles/keys.css';
import '../styles/keys-windows.css';

keepScreenOn(); // keeps the screen on, because a phone that sleeps shows no keys

export function KeysView({ session }: { readonly session: Session }): JSX.Element {
  const game = session.game.value;
  if (game === null) return <KeysLobby session={session} />;
  return <KeysGame key={game.setUp.commitment} session={session} game={game} />;
}
