/** The campaign screen: seven scenarios as a path, each with what is new, then the challenges with their levels (RULES 10). */

import type { TableWish } from '@hush/protocol';
import { EDITION_RULES, type Edition, type Scenario } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { loadCrewProgress, skipTogether } from '../book/crew-progress.ts';
import type { RequestError } from '../device/http.ts';
import { navigate, tablePath } from '../device/route.ts';
import { say, sayOne } from '../i18n/catalogs.ts';
import {
  type CampaignWin,
  CHALLENGES,
  PATH,
  pathStateOf,
  progress,
  winAt,
  winOf,
} from '../model/progress.ts';
import {
  editionOfWish,
  noTableText,
  ownLevel,
  requestTable,
  storedWish,
  storeWish,
  withScenario,
} from '../model/table-wish.ts';
import { ruledByScenario } from '../rulebook/ruled-game.ts';
import { RulesDialog } from '../rulebook/rules-dialog.tsx';
import { clockText, scenarioName } from '../table/names.ts';
import { HomeLink } from '../ui/home-link.tsx';
import { Button, useHeading } from '../ui/widgets.tsx';
import { ScenarioPicture } from './scenario-picture.tsx';
import '../styles/forms.css';
import '../styles/lobby.css';
import '../styles/campaign.css';

type Opening = 'idle' | 'busy' | RequestError;

/** Opens a table for a scenario and shows it. */
function usePlay(): { readonly state: Opening; readonly play: (number: number, level?: number) => void } {
  const [state, setState] = useState<Opening>('idle');
  const play = async (number: number, level?: number): Promise<void> => {
    setState('busy');
    const wish: TableWish = {
      ...withScenario(storedWish(), number),
      ...(level === undefined ? {} : { level }),
    };
    const opened = await requestTable(wish);
    if (!opened.ok) return setState(opened.error);
    storeWish(wish);
    navigate(tablePath(opened.value));
  };
  return { state, play: (number, level) => void play(number, level) };
}

export function CampaignScreen(): JSX.Element {
  const heading = useHeading();
  const { state, play } = usePlay();
  const [reading, setReading] = useState<Scenario | null>(null);
  const [edition, setEdition] = useState(() => editionOfWish(storedWish()));
  const shared = { busy: state === 'busy', play, read: setReading };
  useEffect(() => void loadCrewProgress(), []);
  return (
    <div class="page campaign">
      <header class="home-head">
        <HomeLink />
        <span class="grow" />
      </header>
      <main class="campaign-main">
        <h1 ref={heading} tabIndex={-1}>
          {say('campaign.title')}
        </h1>
        <p class="campaign-text">{say('campaign.text')}</p>
        {typeof state === 'object' && (
          <p class="problem" role="alert">
            {noTableText(state)}
          </p>
        )}
        <Path {...shared} />
        <Challenges {...shared} edition={edition} onEdition={setEdition} />
        <div class="row center">
          <Button icon="pen" onPress={() => navigate('/workshop')}>
            {say('campaign.workshop')}
          </Button>
        </div>
        <p class="note center">{say('campaign.kept')}</p>
      </main>
      {reading !== null && (
        <RulesDialog ruled={ruledByScenario(reading, edition)} onClose={() => setReading(null)} />
      )}
    </div>
  );
}

interface Shared {
  readonly busy: boolean;
  readonly play: (number: number, level?: number) => void;
  readonly read: (scenario: Scenario) => void;
}

function Path(shared: Shared): JSX.Element {
  const won = PATH.filter(scenario => winOf(progress.value, scenario) !== undefined).length;
  return (
    <section aria-labelledby="path">
      <h2 id="path">
        {say('campaign.path')} <small>{say('campaign.progress', { n: won, total: PATH.length })}</small>
      </h2>
      <ol class="path">
        {PATH.map(scenario => (
          <Stop key={scenario.number} scenario={scenario} {...shared} />
        ))}
      </ol>
    </section>
  );
}

function Stop({ scenario, busy, play, read }: Shared & { readonly scenario: Scenario }): JSX.Element {
  const number = scenario.number ?? 0;
  const station = pathStateOf(progress.value, scenario);
  const feat = winOf(progress.value, scenario);
  return (
    <li class={`panel stop ${station}`}>
      <ScenarioPicture scenario={scenario} />
      <div class="stop-words">
        <p class="station">
          {station === 'isWon' && <Icon name="check" size={16} />}
          {say(`campaign.${station}`)}
        </p>
        <h3>
          <span class="number">{number}</span> {scenarioName(number, scenario.name)}
        </h3>
        <p>{sayOne('lobby.adds', number)}</p>
        {feat !== undefined && <FeatLine feat={feat} />}
      </div>
      <div class="row">
        <Button
          kind={station === 'isNext' ? 'main' : 'plain'}
          icon={feat === undefined ? 'play' : 'again'}
          disabled={busy}
          onPress={() => play(number)}
        >
          {feat === undefined ? say('campaign.play') : say('campaign.again')}
        </Button>
        <Button icon="book" kind="quiet" onPress={() => read(scenario)}>
          {say('rulebook.show')}
        </Button>
        {feat === undefined && (
          <Button kind="quiet" icon="next" onPress={() => void skipTogether(number, station !== 'isSkipped')}>
            {station === 'isSkipped' ? say('campaign.takeUp') : say('campaign.skip')}
          </Button>
        )}
      </div>
    </li>
  );
}

const FeatLine = ({ feat }: { readonly feat: CampaignWin }): JSX.Element => (
  <p class="feat">
    {say('campaign.feat', { time: feat.left === 0 ? '∞' : clockText(feat.left), n: feat.turned })}
    {feat.differs && ` · ${say('campaign.house')}`}
  </p>
);

interface EditionChoice {
  readonly edition: Edition;
  readonly onEdition: (edition: Edition) => void;
}

function Challenges({ edition, onEdition, ...shared }: Shared & EditionChoice): JSX.Element {
  const held = CHALLENGES.filter(({ number }) => (number ?? 0) <= EDITION_RULES[edition].scenarios);
  return (
    <section aria-labelledby="challenges">
      <h2 id="challenges">{say('campaign.challenges')}</h2>
      {held.length === 0 ? (
        <NotInBox onEdition={onEdition} />
      ) : (
        <p class="campaign-text">{say('campaign.challengesText')}</p>
      )}
      <ul class="challenges">
        {held.map(scenario => (
          <Challenge key={scenario.number} scenario={scenario} {...shared} />
        ))}
      </ul>
    </section>
  );
}

/** A note that the edition last chosen on this device has no challenges, with a button that chooses an edition that has them. */
function NotInBox({ onEdition }: Pick<EditionChoice, 'onEdition'>): JSX.Element {
  const choose = (): void => {
    const { edition: _, ...wish } = storedWish();
    storeWish(wish);
    onEdition('revised');
  };
  return (
    <>
      <p class="campaign-text">{say('rulebook.notInBox')}</p>
      <Button icon="book" onPress={choose}>
        {say('campaign.revised')}
      </Button>
    </>
  );
}

function Challenge({ scenario, busy, play, read }: Shared & { readonly scenario: Scenario }): JSX.Element {
  const number = scenario.number ?? 0;
  const name = scenarioName(number, scenario.name);
  return (
    <li class="panel challenge">
      <ScenarioPicture scenario={scenario} />
      <h3>
        <span class="number">{number}</span> {name}
      </h3>
      <p>{sayOne('lobby.adds', number)}</p>
      <div class="levels">
        {scenario.levels.map(level => {
          const feat = winAt(progress.value, number, level);
          return (
            <button
              key={level}
              type="button"
              class={`level ${feat === undefined ? '' : 'won'}`}
              disabled={busy}
              aria-label={say(feat === undefined ? 'campaign.level' : 'campaign.levelWon', {
                name,
                n: level,
              })}
              onClick={() => play(number, level === ownLevel(scenario) ? undefined : level)}
            >
              {level}
              {feat !== undefined && <Icon name="check" size={14} />}
            </button>
          );
        })}
      </div>
      <Button icon="book" kind="quiet" onPress={() => read(scenario)}>
        {say('rulebook.show')}
      </Button>
    </li>
  );
}
