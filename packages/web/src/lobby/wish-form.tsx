/** The form for the next game: scenario, tiles, edition, start tile, hourglass and house rules. */
import { MOST_SEATS, type TableWish } from '@hush/protocol';
import {
  EDITION_RULES,
  EDITIONS,
  HOUSE_RULES,
  type HouseRules,
  playersAllowed,
  SCENARIOS,
  type Scenario,
} from '@hush/rules';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { say, sayOne } from '../i18n/catalogs.ts';
import type { Key } from '../i18n/keys.ts';
import {
  editionOfWish,
  levelsOf,
  ownLevel,
  PLAIN_WISH,
  scenarioOf,
  whyNever,
  withScenario,
} from '../model/table-wish.ts';
import { LAST_INTRODUCTION, printedSide } from '../rulebook/facts.ts';
import { scenarioName } from '../table/names.ts';
import { lazy } from '../ui/lazy.tsx';
import { isUsual, SecondsInput, USUAL_CAPACITIES } from '../ui/seconds-input.tsx';
import { ChoiceRow, Dialog, Switch } from '../ui/widgets.tsx';

interface Editor {
  readonly wish: TableWish;
  readonly change: (wish: TableWish) => void;
}

export function WishDialog({
  wish: first,
  act,
  onDone,
  onClose,
}: {
  readonly wish: TableWish;
  readonly act: string;
  readonly onDone: (wish: TableWish) => void;
  readonly onClose: () => void;
}): JSX.Element {
  const [wish, change] = useState(first);
  const not = whyNever(wish);
  return (
    <Dialog title={say('lobby.wish.title')} onClose={onClose} class="wish-dialog">
      <Scenarios wish={wish} change={change} />
      <div class="wish-more">
        <Level wish={wish} change={change} />
        <Glass wish={wish} change={change} />
        <SeatsChoice wish={wish} change={change} />
        <SideChoice wish={wish} change={change} />
        <EditionChoice wish={wish} change={change} />
        <HouseRulesFields wish={wish} change={change} />
      </div>
      <div class="dialog-foot">
        {not !== null && <p class="problem">{say(`lobby.whyNot.${not.why}`, { n: not.n })}</p>}
        <button type="button" class="button main wide" disabled={not !== null} onClick={() => onDone(wish)}>
          {act}
        </button>
      </div>
    </Dialog>
  );
}

function Scenarios({ wish, change }: Editor): JSX.Element {
  const most = EDITION_RULES[editionOfWish(wish)].scenarios;
  const groups: readonly (readonly [string, readonly Scenario[]])[] = [
    [say('lobby.wish.intro'), SCENARIOS.slice(0, LAST_INTRODUCTION)],
    [say('lobby.wish.challenges'), SCENARIOS.slice(LAST_INTRODUCTION, most)],
  ];
  return (
    <fieldset class="scenarios">
      <legend>{say('lobby.wish.scenario')}</legend>
      {groups.map(([title, scenarios]) => (
        <div key={title} class="scenario-group">
          <p class="group-title">{title}</p>
          {scenarios.length === 0 && <p class="note">{say('rulebook.notInBox')}</p>}
          {scenarios.map(scenario => (
            <ScenarioCard
              key={scenario.number}
              scenario={scenario}
              chosen={wish.scenario === scenario.number}
              onChoose={() => change(withScenario(wish, scenario.number ?? 1))}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function ScenarioCard({
  scenario,
  chosen,
  onChoose,
}: {
  readonly scenario: Scenario;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}): JSX.Element {
  const { least, most } = playersAllowed(scenario.rules);
  return (
    <label class="scenario-card">
      <input type="radio" name="scenario" checked={chosen} onChange={onChoose} />
      <span class="number" aria-hidden="true">
        {scenario.number}
      </span>
      <span class="words">
        <b>{scenarioName(scenario.number, scenario.name)}</b>
        <span class="adds">{sayOne('lobby.adds', scenario.number ?? 0)}</span>
        <span class="hints">
          {say('lobby.wish.players', { least, most })} · {say('lobby.wish.tiles', { n: ownLevel(scenario) })}
        </span>
      </span>
    </label>
  );
}

function Level({ wish, change }: Editor): JSX.Element | null {
  const scenario = scenarioOf(wish);
  if (scenario === null) return null;
  const own = ownLevel(scenario);
  return (
    <ChoiceRow
      legend={say('lobby.wish.level')}
      value={wish.level ?? own}
      options={levelsOf(scenario).map(level => ({ value: level, label: String(level) }))}
      onChange={level => {
        const { level: _, ...rest } = wish;
        change(level === own ? rest : { ...rest, level });
      }}
    />
  );
}

/** The wish with this many seconds of sand, or without a clock (HG-9). */
export function withSand(wish: TableWish, seconds: number | null): TableWish {
  const { hourglass: _, house, ...rest } = wish;
  const { noClock: __, ...kept } = house ?? {};
  const rules = seconds === null ? { ...kept, noClock: true } : kept;
  return {
    ...rest,
    ...(seconds === null || seconds === 180 ? {} : { hourglass: seconds }),
    ...(Object.keys(rules).length === 0 ? {} : { house: rules }),
  };
}

/** The value in the list of sand that means a game without a clock. */
export const NO_CLOCK = -1;

function Glass({ wish, change }: Editor): JSX.Element {
  const id = useId();
  const seconds = wish.hourglass ?? 180;
  const isOff = wish.house?.noClock === true;
  const own = !isOff && !isUsual(seconds);
  const set = (next: number | null): void => change(withSand(wish, next));
  return (
    <div>
      <ChoiceRow
        legend={say('lobby.wish.hourglass')}
        value={isOff ? NO_CLOCK : own ? 0 : seconds}
        options={[
          ...USUAL_CAPACITIES.map(value => ({
            value: value as number,
            label: say(`lobby.hourglass.${value}`),
          })),
          { value: 0, label: say('lobby.hourglass.own') },
          { value: NO_CLOCK, label: say('lobby.house.noClock') },
        ]}
        onChange={value => set(value === NO_CLOCK ? null : value === 0 ? 300 : value)}
      />
      {own && (
        <div class="field inline">
          <label htmlFor={id}>{say('lobby.hourglass.seconds')}</label>
          <SecondsInput id={id} seconds={seconds} onSeconds={set} />
        </div>
      )}
    </div>
  );
}

const SEATS = Array.from({ length: MOST_SEATS }, (_, i) => ({ value: i + 1, label: String(i + 1) }));

function SeatsChoice({ wish, change }: Editor): JSX.Element {
  return (
    <ChoiceRow
      legend={say('lobby.wish.seats')}
      value={wish.players ?? MOST_SEATS}
      options={SEATS}
      onChange={players => {
        const { players: _, ...rest } = wish;
        change(players === MOST_SEATS ? rest : { ...rest, players });
      }}
    />
  );
}

/** The sentences about editions are loaded when the form is opened, because the lobby shows only a summary at first. */
const EditionNotes = lazy(async () => (await import('../rulebook/edition-notes.tsx')).EditionNotes);

function EditionChoice({ wish, change }: Editor): JSX.Element {
  const edition = editionOfWish(wish);
  return (
    <div>
      <ChoiceRow
        legend={say('lobby.wish.edition')}
        value={edition}
        note={say('lobby.wish.editionNote')}
        options={EDITIONS.map(value => ({ value, label: say(`lobby.edition.${value}`) }))}
        onChange={next => {
          const { edition: _, ...rest } = wish;
          change(next === 'revised' ? rest : { ...rest, edition: next });
        }}
      />
      <EditionNotes wish={wish} />
    </div>
  );
}

/** The choice of the side of tile 1: scenarios 1 to 7 print a side, in the others the players choose it (SU-1c). */
function SideChoice({ wish, change }: Editor): JSX.Element {
  const scenario = scenarioOf(wish);
  const printed = scenario === null ? 'A' : printedSide(scenario.number, scenario.side);
  const sides = [
    { value: 'A', label: say('lobby.wish.sideA') },
    { value: 'B', label: say('lobby.wish.sideB') },
  ];
  const usual = { value: '', label: say('lobby.wish.sideUsual', { side: printed ?? '' }) };
  return (
    <ChoiceRow
      legend={say('lobby.wish.side')}
      value={wish.side ?? (printed === null ? 'A' : '')}
      options={printed === null ? sides : [usual, ...sides]}
      onChange={value => {
        const { side: _, ...rest } = wish;
        change(value === 'A' || value === 'B' ? { ...rest, side: value } : rest);
      }}
    />
  );
}

const PLAIN = ['pause', 'pauseOnDisconnect', 'freeTalk', 'patterns'] as const satisfies (keyof HouseRules)[];

/**
 * The house rules that restore a printed rule in this game (RULES 11), each with the sentence about our ruling that it
 * replaces.
 */
function letterSwitches(wish: TableWish): Readonly<Partial<Record<keyof HouseRules, Key>>> {
  const rules = (typeof wish.scenario === 'object' ? wish.scenario : scenarioOf(wish))?.rules ?? [];
  const edition = editionOfWish(wish);
  // The Polish rules forbid words before the start of scenario 12, but not of 14 and 15 (SC-14d).
  const quiet = rules.includes('gesturesOnly') || (rules.includes('noTalk') && edition !== '2021-pl');
  return {
    freeNudges: rules.includes('noPawn') ? 'rule.ours.stare' : 'rule.ours.nudge',
    ...(rules.includes('cameras') ? { watchedUsed: 'rule.ours.cameras' } : {}),
    ...(EDITION_RULES[edition].noGear ? { earlyExits: 'rule.ours.early' } : {}),
    ...(quiet || wish.house?.quietSetUp ? { quietSetUp: 'rule.ours.before' } : {}),
  };
}

function HouseRulesFields({ wish, change }: Editor): JSX.Element {
  const { pause } = EDITION_RULES[editionOfWish(wish)];
  const set = (rule: keyof HouseRules, on: boolean): void => {
    const kept = Object.entries({ ...wish.house, [rule]: on }).filter(([, value]) => value);
    const { house: _, ...rest } = wish;
    change(kept.length === 0 ? rest : { ...rest, house: Object.fromEntries(kept) });
  };
  const letters = letterSwitches(wish);
  const switches = (names: readonly (keyof HouseRules)[]): readonly JSX.Element[] =>
    names.map(rule => {
      const ours = letters[rule];
      return (
        <Switch
          key={rule}
          label={say(`lobby.house.${rule}`)}
          {...(ours === undefined ? {} : { note: say(ours) })}
          value={wish.house?.[rule] ?? false}
          onChange={on => set(rule, on)}
        />
      );
    });
  return (
    <>
      <fieldset class="house">
        <legend>{say('lobby.wish.house')}</legend>
        {switches(PLAIN.filter(rule => rule !== 'pause' || !pause))}
        <p class="note">{say('lobby.wish.houseNote')}</p>
      </fieldset>
      <fieldset class="house">
        <legend>{say('lobby.wish.letter')}</legend>
        {switches(Object.keys(letters) as (keyof HouseRules)[])}
        <p class="note">{say('lobby.wish.letterNote')}</p>
      </fieldset>
    </>
  );
}

/** A tag with the amount of sand; a game without a clock has the tag of that house rule. */
function SandTag({ wish }: { readonly wish: TableWish }): JSX.Element | null {
  const seconds = wish.hourglass ?? 180;
  const glass = USUAL_CAPACITIES.find(known => known === seconds);
  if (wish.house?.noClock) return null;
  return <li>{glass === undefined ? `${seconds} s` : say(`lobby.hourglass.${glass}`)}</li>;
}

/** The wish in a few words. */
export function WishSummary({ wish = PLAIN_WISH }: { readonly wish?: TableWish }): JSX.Element {
  const scenario = scenarioOf(wish);
  const name =
    scenario === null
      ? say('lobby.wish.own', { name: typeof wish.scenario === 'object' ? wish.scenario.name : '' })
      : say('game.scenario', { n: scenario.number ?? 0, name: scenarioName(scenario.number, scenario.name) });
  const level = scenario === null ? null : (wish.level ?? ownLevel(scenario));
  return (
    <div class="wish-summary">
      <b>{name}</b>
      {scenario !== null && <p>{sayOne('lobby.adds', scenario.number ?? 0)}</p>}
      {wish.about !== undefined && wish.about !== '' && <p class="about">{wish.about}</p>}
      <ul class="tags">
        {level !== null && <li>{say('lobby.wish.tiles', { n: level })}</li>}
        <SandTag wish={wish} />
        {wish.players !== undefined && <li>{say('lobby.wish.seatsTag', { n: wish.players })}</li>}
        <li>{say(`lobby.edition.${editionOfWish(wish)}`)}</li>
        {wish.side !== undefined && (
          <li>{say(wish.side === 'A' ? 'lobby.wish.sideA' : 'lobby.wish.sideB')}</li>
        )}
        {HOUSE_RULES.filter(rule => wish.house?.[rule]).map(rule => (
          <li key={rule}>{say(`lobby.house.${rule}`)}</li>
        ))}
      </ul>
    </div>
  );
}
