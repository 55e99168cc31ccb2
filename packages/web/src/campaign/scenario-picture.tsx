/** A picture of what is new in a scenario: parts of the mall as the board draws them, with the heroes who use them. */
import { HEROES, type Hero, type RuleSwitch, type Scenario } from '@hush/rules';
import type { JSX } from 'preact';
import { HeroPicture } from '../art/hero-picture.tsx';
import { Icon, type IconName } from '../art/icon.tsx';
import { findFeature, findPassage, type TilePlace, TileWindow } from '../rulebook/tile-window.tsx';

const exits = (heroes: readonly Hero[]): JSX.Element => (
  <>
    {heroes.map(hero => (
      <span key={hero} class="stand tight">
        <TileWindow at={findFeature('exit', hero)} wide={1.6} />
        <HeroPicture hero={hero} size={30} />
      </span>
    ))}
  </>
);

const withHero = (at: TilePlace | undefined, hero: Hero, wide?: number): JSX.Element => (
  <span class="stand">
    <TileWindow at={at} {...(wide === undefined ? {} : { wide })} />
    <HeroPicture hero={hero} size={46} />
  </span>
);

const PASSED: readonly (readonly [IconName, number])[] = [
  ['arrow', 0],
  ['explore', 0],
  ['arrow', 270],
  ['stairs', 0],
];

const passing = (): JSX.Element => (
  <>
    {PASSED.map(([icon, turn], i) => (
      <span key={i} class="card">
        <Icon name={icon} turn={turn} size={30} />
      </span>
    ))}
    <Icon name="back" size={34} />
    <Icon name="glass" size={44} />
  </>
);

const PICTURES: Readonly<Record<number, () => JSX.Element>> = {
  1: () => (
    <>
      <TileWindow at={findFeature('exit', 'mage')} />
      <span class="crowd">
        {HEROES.map(hero => (
          <HeroPicture key={hero} hero={hero} size={36} />
        ))}
      </span>
    </>
  ),
  2: () => exits(HEROES),
  3: passing,
  4: () => (
    <>
      {withHero(findPassage(), 'dwarf')}
      <span class="stand">
        <Icon name="loudspeaker" size={44} />
        <HeroPicture hero="elf" size={46} />
      </span>
    </>
  ),
  5: () => withHero(findFeature('ball'), 'mage', 3),
  6: () => (
    <>
      {withHero(findFeature('camera'), 'barbarian')}
      <TileWindow at={findFeature('hourglass')} wide={1.8} />
    </>
  ),
  7: () => (
    <>
      {[0, 1, 2, 3].map(nth => (
        <TileWindow key={nth} at={findFeature('camera', undefined, nth)} wide={1.6} />
      ))}
    </>
  ),
};

/**
 * The icons of each rule; those of a challenge are the icons of the rules that it adds. The permanent rules have a
 * picture of their own above.
 */
const RULE_ICONS: Readonly<Partial<Record<RuleSwitch, readonly IconName[]>>> = {
  openStack: ['tiles', 'eye'],
  leader: ['crown', 'people'],
  wrongHands: ['swap', 'gem'],
  movingWalls: ['tiles', 'swap'],
  gesturesOnly: ['hand', 'hush'],
  twoMalls: ['tiles', 'vortex', 'tiles'],
  noTalk: ['hush'],
  noPawn: ['stare'],
  noVortex: ['vortex', 'ban'],
  noGatherings: ['people', 'ban'],
};

/**
 * Rules whose icons another rule's icons include: if a scenario has both rules, only the icons of that other rule are
 * shown.
 */
const IMPLIED_BY: Readonly<Partial<Record<RuleSwitch, RuleSwitch>>> = {
  openStack: 'twoMalls',
  noTalk: 'noPawn',
};

export const challengeIcons = ({ rules }: Pick<Scenario, 'rules'>): readonly IconName[] =>
  rules
    .filter(rule => !rules.some(other => other === IMPLIED_BY[rule]))
    .flatMap(rule => RULE_ICONS[rule] ?? []);

/** The picture is hidden from screen readers, because the sentence beside it says the same. */
export const ScenarioPicture = ({ scenario }: { readonly scenario: Scenario }): JSX.Element => {
  const drawn = PICTURES[scenario.number ?? 0];
  return (
    <div class={`scenario-picture ${drawn === undefined ? 'small' : ''}`} aria-hidden="true">
      {drawn?.() ?? challengeIcons(scenario).map((name, i) => <Icon key={i} name={name} size={28} />)}
    </div>
  );
};
