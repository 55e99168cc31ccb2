/** How to lay out the physical game (TM-3): the question which edition it is, the set-up, rules and tips. */
import {
  type ActionTile,
  EDITIONS,
  type Edition,
  LEVELS,
  physicalSetupOf,
  type Scenario,
  tableTipsFor,
} from '@hush/rules';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say, sayOne } from '../i18n/say.ts';
import { printedSide, ranges } from '../rulebook/facts.ts';
import { sentenceText } from '../rulebook/reading.ts';
import { RuleChapters } from '../rulebook/rule-chapters.tsx';
import { sentencesFor } from '../rulebook/sentences.ts';
import { isUsual, SecondsInput, USUAL_CAPACITIES } from '../ui/seconds-input.tsx';
import { ChoiceRow, Dialog } from '../ui/widgets.tsx';
import {
  boxWithEdition,
  boxWithScenario,
  editionIn,
  factsOfBox,
  isOurLevel,
  playersIn,
  scenarioIn,
  scenariosIn,
} from './layout.ts';
import { best, capacity, ownBox, setCapacity } from './model.ts';
import { digitsOf } from './rings.ts';
import { boxKey } from './stored.ts';

const nameOf = ({ number }: Scenario): string =>
  say('glass.scenarioNamed', { n: number ?? 0, name: sayOne('game.name', number ?? 0) });

export const BoxDialog = ({ onClose }: { readonly onClose: () => void }): JSX.Element => (
  <Dialog title={say('glass.box')} onClose={onClose} class="glass-dialog">
    {ownBox.value.edition === undefined ? <WhichBox /> : <BoxContents />}
  </Dialog>
);

/** Asks once per device which edition of the box the players have; a list changes the answer later. */
const WhichBox = (): JSX.Element => (
  <section class="glass-steps">
    <h3>{say('glass.whichBox')}</h3>
    <p>{say('glass.whichBoxNote')}</p>
    <div class="glass-boxes">
      {EDITIONS.map(edition => (
        <button
          key={edition}
          type="button"
          class="button"
          onClick={() => {
            ownBox.value = boxWithEdition(ownBox.value, edition);
          }}
        >
          {say(`lobby.edition.${edition}`)}
        </button>
      ))}
    </div>
  </section>
);

const BoxContents = (): JSX.Element => (
  <>
    <Choices />
    <Steps />
    <RuleChapters facts={factsOfBox(ownBox.value)} without={['setUp', 'box']} />
    <Tips />
    <Sand />
  </>
);

function Choices(): JSX.Element {
  const id = useId();
  const now = ownBox.value;
  const edition = editionIn(now);
  const scenario = scenarioIn(now);
  const { least, most } = playersIn(edition, now.scenario);
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const record = best.value[boxKey(now)];
  return (
    <div class="glass-choices">
      <label htmlFor={`${id}b`}>{say('glass.edition')}</label>
      <select
        id={`${id}b`}
        value={edition}
        onChange={({ currentTarget }) => {
          ownBox.value = boxWithEdition(now, currentTarget.value as Edition);
        }}
      >
        {EDITIONS.map(one => (
          <option key={one} value={one}>
            {say(`lobby.edition.${one}`)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}s`}>{say('glass.scenario')}</label>
      <select
        id={`${id}s`}
        value={now.scenario}
        onChange={({ currentTarget }) => {
          ownBox.value = boxWithScenario(now, Number(currentTarget.value));
        }}
      >
        {scenariosIn(edition).map(one => (
          <option key={one.number} value={one.number ?? 0}>
            {nameOf(one)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}p`}>{say('glass.players')}</label>
      <select
        id={`${id}p`}
        value={now.players}
        onChange={({ currentTarget }) => {
          ownBox.value = { ...now, players: Number(currentTarget.value) };
        }}
      >
        {numbers.map(players => (
          <option key={players} value={players}>
            {players}
          </option>
        ))}
      </select>
      {scenario.levels.length > 0 && <Level id={`${id}l`} levels={scenario.levels} />}
      {isOurLevel(now) && <p class="note glass-wide">{say('rule.ours.harder')}</p>}
      {isPocket(edition) && <p class="note glass-wide">{say('glass.pocket')}</p>}
      {record !== undefined && (
        <p class="glass-best">{say('glass.best', { n: record.turned, time: digitsOf(record.left).big })}</p>
      )}
    </div>
  );
}

const isPocket = (edition: Edition): boolean => edition.startsWith('pocket');

function Level({ id, levels }: { readonly id: string; readonly levels: readonly number[] }): JSX.Element {
  return (
    <>
      <label htmlFor={id}>{say('glass.level')}</label>
      <select
        id={id}
        value={ownBox.value.level ?? levels[0] ?? LEVELS[0]}
        onChange={({ currentTarget }) => {
          ownBox.value = { ...ownBox.value, level: Number(currentTarget.value) };
        }}
      >
        {levels.map(level => (
          <option key={level} value={level}>
            {level}
          </option>
        ))}
      </select>
    </>
  );
}

function Steps(): JSX.Element {
  const { players, level } = ownBox.value;
  const scenario = scenarioIn(ownBox.value);
  const layout = physicalSetupOf(scenario, players, level);
  const side = printedSide(scenario.number, layout.side);
  return (
    <section class="glass-steps">
      <h3>{say('glass.steps')}</h3>
      <ol>
        <li>
          {say('glass.step.middle')}{' '}
          {side === null ? say('glass.step.sideFree') : say('glass.step.side', { side })}
        </li>
        <li>{stackStep(layout)}</li>
        {layout.onTop.length > 0 && <li>{say('glass.step.top', { tiles: layout.onTop.join(', ') })}</li>}
        <li>
          {layout.apart.length > 0
            ? say('glass.step.heroesApart', { tiles: ranges(layout.apart) })
            : say('glass.step.heroes')}
        </li>
        <li>{say('glass.step.theft')}</li>
        <li>{say('glass.step.markers')}</li>
        <li>{players === 1 ? say('glass.step.solo') : <Deal tiles={layout.actionTiles} />}</li>
        <li>{talkBefore()}</li>
      </ol>
    </section>
  );
}

/** The sentence about talking before the start; a solo player just starts. */
function talkBefore(): string {
  const facts = factsOfBox(ownBox.value);
  const found = sentencesFor(facts).find(({ topic }) => topic === 'before');
  return found === undefined ? say('glass.step.start') : sentenceText(found, facts);
}

function stackStep({ shuffle, faceUp }: ReturnType<typeof physicalSetupOf>): string {
  const stack = { n: shuffle.length, tiles: ranges(shuffle) };
  return faceUp ? say('glass.step.shuffleOpen', stack) : say('glass.step.shuffle', stack);
}

/**
 * The dealt action tiles. The numbers printed on the tiles decide which tiles are used; no rulebook prints the sets, so
 * ours are a suggestion (SU-3i..SU-3l).
 */
const Deal = ({ tiles }: { readonly tiles: readonly ActionTile[] }): JSX.Element => (
  <>
    {scenarioIn(ownBox.value).rules.includes('leader')
      ? say('glass.step.leader', { n: tiles.length })
      : say('glass.step.actions', { n: tiles.length })}{' '}
    {tiles.length >= DOUBLES && say('glass.step.doubles')}
    <span class="glass-suggestion">{say('glass.step.suggestion')}</span>
    <ActionTiles tiles={tiles} />
  </>
);

/** If there are at least this many action tiles, some of them have the same move (SU-3e). */
const DOUBLES = 5;

const Tips = (): JSX.Element => (
  <section class="glass-steps">
    <h3>{say('glass.tips')}</h3>
    <ul>
      {tableTipsFor(editionIn(ownBox.value), scenarioIn(ownBox.value), ownBox.value.players).map(tip => (
        <li key={tip}>{say(`glass.tip.${tip}`)}</li>
      ))}
    </ul>
  </section>
);

const TURNS = { north: 0, east: 90, south: 180, west: 270 } as const;
const iconOf = (action: ActionTile[number]): 'arrow' | 'stairs' | 'explore' | 'vortex' => {
  if (action === 'explore' || action === 'vortex') return action;
  return action === 'escalator' ? 'stairs' : 'arrow';
};

/** Whether an action is struck out, as the vortex in scenario 16 (SC-16b). */
const isDead = (action: ActionTile[number]): boolean =>
  action === 'vortex' && scenarioIn(ownBox.value).rules.includes('noVortex');

const ActionTiles = ({ tiles }: { readonly tiles: readonly ActionTile[] }): JSX.Element => (
  <ul class="glass-tiles">
    {tiles.map((tile, i) => (
      <li key={i}>
        {tile.map(action => (
          <span
            key={action}
            role="img"
            class={isDead(action) ? 'dead' : ''}
            aria-label={`${say(`glass.action.${action}`)}${isDead(action) ? `: ${say('rule.vortex.off')}` : ''}`}
          >
            <Icon name={iconOf(action)} turn={TURNS[action as 'north'] ?? 0} size={22} />
          </span>
        ))}
      </li>
    ))}
  </ul>
);

function Sand(): JSX.Element {
  const id = useId();
  const seconds = Math.round(capacity.value / 1000);
  const own = !isUsual(seconds);
  return (
    <div class="glass-sand">
      <ChoiceRow
        legend={say('glass.holds')}
        note={say('glass.holdsNote')}
        value={own ? 0 : seconds}
        options={[
          ...USUAL_CAPACITIES.map(value => ({ value: value as number, label: say(`glass.holds.${value}`) })),
          { value: 0, label: say('glass.holds.own') },
        ]}
        onChange={value => setCapacity((value === 0 ? 300 : value) * 1000)}
      />
      {own && (
        <p class="glass-own">
          <label htmlFor={id}>{say('glass.holdsSeconds')}</label>
          <SecondsInput id={id} seconds={seconds} onSeconds={value => setCapacity(value * 1000)} />
        </p>
      )}
    </div>
  );
}
