/** The panel before the sand runs: this player's actions, what the players may still arrange, and the start button. */
import { actionsOf, type Game, isStruckOut, talkState } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { actionName } from '../model/game-words.ts';
import { actionIcon, actionTurn, hostName, isHost, playerCount } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { CommandButton } from '../ui/ask.tsx';
import { Button } from '../ui/widgets.tsx';
import '../styles/setup.css';

interface Props {
  readonly session: Session;
  readonly game: Game;
}

/**
 * A sentence about how the players may plan: with words, unless the house rules apply the printed ban of scenarios 12, 14
 * and 15 (SC-12f, SC-14d).
 */
function setUpText(game: Game): string {
  if (game.solo !== null) return say('game.setup.solo');
  const talk = talkState(game);
  if (talk === 'open') return say('game.setup.text');
  return talk === 'gestures' ? say('game.setup.hands') : say('game.setup.silent');
}

/**
 * Whether talk before the start is our own ruling because the printed rules forbid it; the Polish ones do not in 14 and
 * 15.
 */
function isWordsRuling(game: Game): boolean {
  if (game.solo !== null || talkState(game) !== 'open') return false;
  return game.rules.gesturesOnly || (game.rules.noTalk && game.setUp.edition !== '2021-pl');
}

export function SetupPanel({ session, game }: Props): JSX.Element {
  const seated = session.seat.value >= 0;
  return (
    <section class="panel dock plan" aria-labelledby="setup">
      <div class="setup-words">
        <h2 id="setup">{say('game.setup.title')}</h2>
        {seated && <p>{setUpText(game)}</p>}
        {seated && isWordsRuling(game) && <p class="note">{say('rule.ours.before')}</p>}
        {seated && hasTwins(game) && <p>{say('game.setup.apart')}</p>}
        {seated && game.rules.twoMalls && <p class="important">{say('game.setup.place')}</p>}
      </div>
      {seated && game.solo === null && <MyActions session={session} game={game} />}
      <div class="setup-go">
        <StartOrReady session={session} game={game} />
      </div>
    </section>
  );
}

/** Whether two players have the same move: then the deal has seated them opposite each other (SU-3f). */
const hasTwins = ({ actionTiles }: Game): boolean => {
  const held = actionTiles.flat();
  return new Set(held).size < held.length;
};

function MyActions({ session, game }: Props): JSX.Element {
  const actions = actionsOf(game, session.seat.value);
  if (actions.length === 0) return <p class="important">{say('game.setup.leader')}</p>;
  return (
    <ul class="my-actions" aria-label={say('game.setup.mine')}>
      {actions.map(action => (
        <li key={action} class={`key go still ${isStruckOut(game, action) ? 'dead' : ''}`}>
          <Icon name={actionIcon(action)} turn={actionTurn(action) ?? 0} size={30} />
          <small>{actionName(action)}</small>
        </li>
      ))}
    </ul>
  );
}

function StartOrReady({ session }: Props): JSX.Element {
  const { ready } = session.table.value;
  const players = playerCount(session.table.value);
  const count = ready.filter(member => member !== session.table.value.host).length + 1;
  if (isHost(session)) {
    return (
      <>
        <CommandButton session={session} command={{ type: 'start' }}>
          <Icon name="glass" size={26} />
          <span>{say('game.setup.start')}</span>
        </CommandButton>
        <p class="note center">
          {players > 1
            ? say('game.setup.readyCount', { ready: count, n: players })
            : say('game.setup.startNote')}
        </p>
        <Button kind="quiet" icon="back" onPress={() => session.manage({ type: 'abandon' })}>
          {say('game.setup.back')}
        </Button>
      </>
    );
  }
  const mine = session.member.value;
  const amReady = mine !== null && ready.includes(mine);
  return (
    <>
      {mine !== null && (
        <button
          type="button"
          class={`button huge ${amReady ? '' : 'main'}`}
          aria-pressed={amReady}
          onClick={() => session.manage({ type: 'ready', ready: !amReady })}
        >
          {amReady ? say('game.notYet') : say('game.imReady')}
        </button>
      )}
      <p class="note center">{say('game.setup.waiting', { name: hostName(session) })}</p>
    </>
  );
}
