/** The hourglass with its time, the sign for silence or talk, and the number of tiles left. */
import { type Game, type Millis, sandLeft, stackSize, talkState, workingCameras } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { HourglassPicture, useTurning } from '../art/hourglass-picture.tsx';
import { Icon, type IconName } from '../art/icon.tsx';
import { isCalm } from '../device/settings.ts';
import { say } from '../i18n/catalogs.ts';
import { turnsLeft } from '../model/goals.ts';
import { clockText } from '../table/names.ts';
import type { Session } from '../table/session.ts';

const TICK = 125;
const LOW = 30_000;
/** The panel is drawn again when this many milliseconds of sand have run: less sand moves no pixel. */
const GRAIN = 500;

/**
 * The sand in the upper bulb, rounded up to whole grains. It is computed from the time, so a late update is right, too.
 */
function useSand(session: Session): Millis {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = (): void => {
      const game = session.game.peek();
      setLeft(game === null ? 0 : Math.ceil(sandLeft(game, session.sandNow()) / GRAIN) * GRAIN);
    };
    tick();
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, [session]);
  return left;
}

const SIGNS = { silent: 'hush', open: 'speech', gestures: 'hand' } as const satisfies Record<
  string,
  IconName
>;

function TalkSign({ game }: { readonly game: Game }): JSX.Element {
  const talk = talkState(game);
  return (
    <p class={`sign ${talk}`}>
      <Icon name={SIGNS[talk]} size={22} />
      <span>{say(`game.talk.${talk}`)}</span>
    </p>
  );
}

/** The sign on the hourglass in scenarios in which turning it passes the action tiles (SC-3g). */
const PassingSign = (): JSX.Element => (
  <p class="passes" role="img" aria-label={say('game.passes')} title={say('game.passes')}>
    <Icon name="back" size={14} />
    <Icon name="tiles" size={14} />
    <span aria-hidden="true">{say('game.passes')}</span>
  </p>
);

export function GlassPanel({
  session,
  game,
}: {
  readonly session: Session;
  readonly game: Game;
}): JSX.Element {
  const sand = useSand(session);
  const turning = useTurning(game.turned);
  const { capacity } = game.hourglass;
  const left = Math.min(sand, capacity);
  const { noClock } = game.setUp.house;
  const runs = game.status === 'playing' && !session.stands.value && !noClock;
  return (
    <section class={`panel glass ${runs && left <= LOW ? 'low' : ''}`} aria-label={say('game.glass')}>
      <HourglassPicture
        left={left}
        capacity={capacity}
        turning={turning}
        alarm={game.theft}
        running={runs}
        isCalm={isCalm()}
      />
      <div class="time-block">
        <Time left={noClock ? null : left} />
        <div class="sand-bar" aria-hidden="true">
          <i style={{ transform: `scaleX(${left / capacity})` }} />
        </div>
        {game.rules.passTiles && game.solo === null && <PassingSign />}
      </div>
      <TalkSign game={game} />
      <Counts game={game} />
    </section>
  );
}

function Time({ left }: { readonly left: number | null }): JSX.Element {
  const text = left === null ? '∞' : clockText(left);
  const [min = '', sec] = text.split(':');
  return (
    <p class="time" role="timer" aria-label={sec && say('game.timeLeft', { min, sec })}>
      {text}
    </p>
  );
}

/**
 * A warning about cameras: with the first one it is only announced, with the second one hourglass spaces cannot be used
 * (SC-6i).
 */
function cameraWarning(working: number): string | undefined {
  if (working === 0) return undefined;
  return say(working === 1 ? 'game.cameraFirst' : 'game.camerasWatch');
}

function Counts({ game }: { readonly game: Game }): JSX.Element {
  const [tiles, turns, cameras] = [stackSize(game), turnsLeft(game), workingCameras(game).length];
  return (
    <ul class="counts">
      <Count icon="tiles" n={tiles} words={say('game.tilesLeft', { n: tiles })} />
      <Count icon="glass" n={turns} words={say('game.turnsLeft', { n: turns })} />
      {game.rules.cameras && (
        <Count
          icon="camera"
          n={cameras}
          words={say('game.cameras', { n: cameras })}
          warn={cameraWarning(cameras)}
        />
      )}
    </ul>
  );
}

const Count = ({
  icon,
  n,
  words,
  warn,
}: {
  readonly icon: IconName;
  readonly n: number;
  readonly words: string;
  readonly warn?: string | undefined;
}): JSX.Element => (
  <li class={warn === undefined ? '' : 'warn'} title={warn}>
    <b>
      <Icon name={icon} size={19} />
      {n}
    </b>
    <span>{words}</span>
  </li>
);
