/** The buttons after a game: the host chooses the next one, and the others wait. */
import type { TableWish } from '@hush/protocol';
import { type Game, SCENARIOS } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { SitDown } from '../lobby/sit-down.tsx';
import { WishDialog } from '../lobby/wish-form.tsx';
import { storeWish, whyNot, wishForNextScenario } from '../model/table-wish.ts';
import { hostName, isHost, playerCount, scenarioName } from '../table/names.ts';
import { useRefusal } from '../table/refusal.ts';
import type { Session } from '../table/session.ts';
import { Button } from '../ui/widgets.tsx';

interface Props {
  readonly session: Session;
  readonly game: Game;
  /** Whether the page is a television, which starts no games. */
  readonly screen: boolean;
}

/** The form with which a spectator takes a seat, below the result. */
export const WatcherSeatForm = ({ session, screen }: Omit<Props, 'game'>): JSX.Element | null =>
  session.member.value !== null || screen ? null : (
    <div class="panel end-more">
      <SitDown session={session} />
    </div>
  );

export function NextGamePanel({ session, game, screen }: Props): JSX.Element | null {
  if (session.member.value === null && !screen) return null;
  if (screen || !isHost(session))
    return <p class="kind-sentence">{say('end.waitHost', { name: hostName(session) })}</p>;
  return <NextGame session={session} game={game} />;
}

/**
 * The host's buttons for the next game. Only refusals of these buttons are shown, because late moves may be refused after
 * the end.
 */
function NextGame({ session, game }: Omit<Props, 'screen'>): JSX.Element {
  const [choosing, setChoosing] = useState(false);
  const [asked] = useState(() => new Set<number>());
  const refused = useRefusal(session, asked);
  const { wish } = session.table.value;
  const players = playerCount(session.table.value);
  const play = (next: TableWish): void => {
    storeWish(next);
    if (next !== wish) asked.add(session.manage({ type: 'wish', wish: next }));
    asked.add(session.manage({ type: 'begin' }));
  };
  const next = SCENARIOS.find(({ number }) => number === (game.setUp.scenario ?? 99) + 1);
  const nextWish = next?.number == null ? null : wishForNextScenario(wish, next.number);
  const possible = nextWish !== null && whyNot(nextWish, players) === null;
  const won = game.status === 'won';
  const onward = possible && nextWish !== null && next !== undefined && (
    <Button kind={won ? 'main' : 'plain'} icon="next" onPress={() => play(nextWish)}>
      {say('end.next', { name: scenarioName(next.number, next.name) })}
    </Button>
  );
  return (
    <div class="next-row">
      {refused !== null && (
        <p class="kind-sentence" role="status">
          {refused}
        </p>
      )}
      {won && onward}
      <Button
        kind={won && possible ? 'plain' : 'main'}
        icon="again"
        disabled={whyNot(wish, players) !== null}
        onPress={() => play(wish)}
      >
        {say('end.again')}
      </Button>
      {!won && onward}
      <Button icon="pen" onPress={() => setChoosing(true)}>
        {say('end.change')}
      </Button>
      {choosing && (
        <WishDialog
          wish={wish}
          act={say('lobby.begin')}
          onDone={chosen => {
            setChoosing(false);
            play(chosen);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
