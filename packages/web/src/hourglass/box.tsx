/** How to lay out the game in the box (TM-3h): everything from the rules' own data, worded here. */
import {
  type ActionTile,
  boxLayoutOf,
  LEVELS,
  playersAllowed,
  type RuleSwitch,
  SCENARIOS,
  type Scenario,
  TABLE_TIPS,
} from '@hush/rules';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/say.ts';
import { newRules, ruleText, ruleTexts } from '../rulebook/rule-text.ts';
import { GLASSES, isUsual } from '../ui/glasses.ts';
import { SecondsInput } from '../ui/seconds-input.tsx';
import { ChoiceRow, Dialog } from '../ui/widgets.tsx';
import { boxWithScenario, ranges, scenarioIn } from './layout.ts';
import { best, box, capacity, hold } from './model.ts';
import { digitsOf } from './rings.ts';
import { boxKey } from './stored.ts';

const nameOf = ({ number }: Scenario): string =>
  say('glass.scenarioNamed', { n: number ?? 0, name: say(`game.name.${number}` as 'game.name.1') });

export function BoxDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title={say('glass.box')} onClose={onClose} class="glass-dialog">
      <Choices />
      <Steps />
      <Rules />
      <section class="glass-steps">
        <h3>{say('glass.tips')}</h3>
        <ul>
          {TABLE_TIPS.map(tip => (
            <li key={tip}>{say(`glass.tip.${tip}`)}</li>
          ))}
        </ul>
      </section>
      <Sand />
    </Dialog>
  );
}

function Choices(): JSX.Element {
  const id = useId();
  const now = box.value;
  const scenario = scenarioIn(now);
  const { least, most } = playersAllowed(scenario.rules);
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const record = best.value[boxKey(now)];
  return (
    <div class="glass-choices">
      <label htmlFor={`${id}s`}>{say('glass.scenario')}</label>
      <select
        id={`${id}s`}
        value={now.scenario}
        onChange={({ currentTarget }) => {
          box.value = boxWithScenario(now, Number(currentTarget.value));
        }}
      >
        {SCENARIOS.map(one => (
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
          box.value = { ...now, players: Number(currentTarget.value) };
        }}
      >
        {numbers.map(players => (
          <option key={players} value={players}>
            {players}
          </option>
        ))}
      </select>
      {scenario.levels.length > 0 && <Level id={`${id}l`} levels={scenario.levels} />}
      {record !== undefined && (
        <p class="glass-best">{say('glass.best', { n: record.turned, time: digitsOf(record.left).big })}</p>
      )}
    </div>
  );
}

function Level({ id, levels }: { readonly id: string; readonly levels: readonly number[] }): JSX.Element {
  return (
    <>
      <label htmlFor={id}>{say('glass.level')}</label>
      <select
        id={id}
        value={box.value.level ?? levels[0] ?? LEVELS[0]}
        onChange={({ currentTarget }) => {
          box.value = { ...box.value, level: Number(currentTarget.value) };
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
  const { players, level } = box.value;
  const { side, shuffle, onTop, faceUp, apart, actionTiles, rules } = boxLayoutOf(
    scenarioIn(box.value),
    players,
    level,
  );
  const stack = { n: shuffle.length, tiles: ranges(shuffle) };
  return (
    <section class="glass-steps">
      <h3>{say('glass.steps')}</h3>
      <ol>
        <li>{say('glass.step.side', { side })}</li>
        <li>{faceUp ? say('glass.step.shuffleOpen', stack) : say('glass.step.shuffle', stack)}</li>
        {onTop.length > 0 && <li>{say('glass.step.top', { tiles: onTop.join(', ') })}</li>}
        <li>
          {apart.length > 0
            ? say('glass.step.heroesApart', { tiles: ranges(apart) })
            : say('glass.step.heroes')}
        </li>
        <li>
          {players === 1 ? say('glass.step.solo') : say('glass.step.actions')}
          {players > 1 && <ActionTiles tiles={actionTiles} />}
          {rules.includes('leader') && say('glass.step.leader')}
        </li>
        <li>{say('glass.step.talk')}</li>
      </ol>
    </section>
  );
}

const TURNS = { north: 0, east: 90, south: 180, west: 270 } as const;
const iconOf = (action: ActionTile[number]): 'arrow' | 'stairs' | 'explore' | 'vortex' => {
  if (action === 'explore' || action === 'vortex') return action;
  return action === 'escalator' ? 'stairs' : 'arrow';
};

const ActionTiles = ({ tiles }: { readonly tiles: readonly ActionTile[] }): JSX.Element => (
  <ul class="glass-tiles">
    {tiles.map((tile, i) => (
      <li key={i}>
        {tile.map(action => (
          <span key={action} role="img" aria-label={say(`glass.action.${action}`)}>
            <Icon name={iconOf(action)} turn={TURNS[action as 'north'] ?? 0} size={22} />
          </span>
        ))}
      </li>
    ))}
  </ul>
);

function Rules(): JSX.Element {
  const { rules, number } = scenarioIn(box.value);
  const fresh = newRules(number);
  return (
    <section class="glass-steps">
      <h3>{say('glass.rules')}</h3>
      <ul>
        {[...ruleTexts(rules)].reverse().map(rule => (
          <li key={rule} class={fresh.includes(rule as RuleSwitch) ? 'new' : ''}>
            {fresh.includes(rule as RuleSwitch) && <b class="badge">{say('glass.new')}</b>} {ruleText(rule)}
          </li>
        ))}
      </ul>
    </section>
  );
}

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
          ...GLASSES.map(value => ({ value: value as number, label: say(`glass.holds.${value}`) })),
          { value: 0, label: say('glass.holds.own') },
        ]}
        onChange={value => hold((value === 0 ? 300 : value) * 1000)}
      />
      {own && (
        <p class="glass-own">
          <label htmlFor={id}>{say('glass.holdsSeconds')}</label>
          <SecondsInput id={id} seconds={seconds} onSeconds={value => hold(value * 1000)} />
        </p>
      )}
    </div>
  );
}
