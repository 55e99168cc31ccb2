/** The facts of a finished game: the result in two short labels, figures, house rules, and its moments in order. */
import { deviations, type Game, laidTiles, sandLeft } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon, type IconName } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { heroName } from '../model/game-words.ts';
import type { Story, StoryMoment } from '../model/story.ts';
import { clockText, scenarioName } from '../table/names.ts';

/** Whether the result shows how much sand was left: not after a loss, and not in a game without a clock (HG-9d). */
const hasSandLeft = ({ status, setUp }: Game): boolean => status === 'won' && !setUp.house.noClock;

/** The result in two short labels. */
export const ResultChips = ({ game }: { readonly game: Game }): JSX.Element => (
  <p class="end-chips">
    <span>
      <Icon name="glass" size={20} />
      {hasSandLeft(game)
        ? say('after.left', { time: clockText(sandLeft(game, game.at)) })
        : say('after.lasted', { time: clockText(game.at) })}
    </span>
    <span>{scenarioName(game.setUp.scenario, game.setUp.name)}</span>
  </p>
);

/** The house rules that the book will mark; bots are mentioned separately. */
export function HouseNote({ game }: { readonly game: Game }): JSX.Element | null {
  const found = deviations(game.setUp);
  if (found.length === 0) return null;
  const what = found.map(one => say(`rulebook.differs.${one}`)).join(' ');
  return <p class="note center">{say('end.house', { what })}</p>;
}

export function GameFigures({ game }: { readonly game: Game }): JSX.Element {
  const won = hasSandLeft(game);
  const found = laidTiles(game).length;
  const total = game.setUp.stack.length + (game.rules.twoMalls ? 2 : 1);
  return (
    <ul class="figures">
      <Figure
        icon="glass"
        value={won ? clockText(sandLeft(game, game.at)) : clockText(game.at)}
        words={won ? say('end.timeLeft') : say('end.played')}
      />
      <Figure icon="again" value={String(game.turned)} words={say('end.turns', { n: game.turned })} />
      <Figure icon="tiles" value={say('end.ofTotal', { n: found, total })} words={say('end.tiles')} />
    </ul>
  );
}

const Figure = ({
  icon,
  value,
  words,
}: {
  readonly icon: IconName;
  readonly value: string;
  readonly words: string;
}): JSX.Element => (
  <li>
    <Icon name={icon} size={22} />
    <b>{value}</b>
    <span>{words}</span>
  </li>
);

const MOMENT_ICONS = {
  turned: 'glass',
  laid: 'tiles',
  camera: 'camera',
  theft: 'gem',
  left: 'exit',
  discarded: 'ban',
  won: 'check',
  lost: 'close',
} as const satisfies Record<StoryMoment['type'], IconName>;

function momentText({ type, tile, hero }: StoryMoment): string {
  return say(`end.event.${type}`, { n: tile ?? 0, hero: hero === undefined ? '' : heroName(hero) });
}

export function Timeline({ story, game }: { readonly story: Story; readonly game: Game }): JSX.Element {
  const whole = Math.max(1, game.at);
  return (
    <section class="timeline">
      <h3>{say('end.timeline')}</h3>
      <div class="line" aria-hidden="true">
        {story.moments.map(({ at, type }, i) => (
          <i key={i} class={type} style={{ left: `${(100 * at) / whole}%` }} />
        ))}
      </div>
      <ol>
        {story.moments.map((moment, i) => (
          <li key={i} class={moment.type}>
            <time>{clockText(moment.at)}</time>
            <Icon name={MOMENT_ICONS[moment.type]} size={16} />
            <span>{momentText(moment)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
