/** The workshop: players build their own scenario from tiles, rules and sand (SC-Ca), and it is checked as they build. */
import { EDITIONS, type Edition, LEVELS, RULE_SWITCHES, SCENARIOS, SIDES } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { TilePicture } from '../painter/tile-card.tsx';
import { scenarioName } from '../table/names.ts';
import { Button, ChoiceRow, IconButton, Switch, useHeading } from '../ui/widgets.tsx';
import { tilesIn } from './check.ts';
import { CheckPanel } from './check-panel.tsx';
import {
  draftFrom,
  draftPlaceOf,
  EMPTY_DRAFT,
  movedUp,
  pressTile,
  type ScenarioDraft,
  withRule,
} from './draft.ts';
import { currentDraft } from './drafts.ts';
import { PainterScreen } from './painter-screen.tsx';
import { SheetScreen, WorkshopHead } from './sheet-screen.tsx';
import { TilesEditor } from './tiles-editor.tsx';
import '../styles/forms.css';
import '../styles/lobby.css';
import '../styles/dialogs.css';
import '../styles/workshop.css';

const change = (part: Partial<ScenarioDraft>): void => {
  currentDraft.value = { ...currentDraft.value, ...part };
};

interface Props {
  /** The code of a shared scenario; null for the workshop itself. */
  readonly code: string | null;
  /** Whether the screen paints tiles instead of building a scenario. */
  readonly paints: boolean;
}

export function WorkshopScreen({ code, paints }: Props): JSX.Element {
  if (code !== null) return <SheetScreen code={code} />;
  return paints ? <PainterScreen /> : <Workshop />;
}

function Workshop(): JSX.Element {
  const heading = useHeading();
  return (
    <div class="page workshop">
      <WorkshopHead />
      <main class="workshop-main">
        <div class="workshop-title">
          <h1 ref={heading} tabIndex={-1}>
            {say('workshop.title')}
          </h1>
          <p>{say('workshop.text')}</p>
        </div>
        <div class="workshop-parts">
          <Basics />
          <Stack />
          <Rules />
          <TilesEditor />
        </div>
        <CheckPanel />
      </main>
    </div>
  );
}

const Field = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (id: string) => ComponentChildren;
}): JSX.Element => {
  const id = useId();
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};

function Basics(): JSX.Element {
  const now = currentDraft.value;
  return (
    <section class="panel workshop-card" aria-labelledby="basics">
      <h2 id="basics">{say('workshop.basics')}</h2>
      <Field label={say('workshop.from')}>
        {id => (
          <select
            id={id}
            value=""
            onChange={({ currentTarget }) => {
              const from = SCENARIOS[Number(currentTarget.value) - 1];
              currentDraft.value = from === undefined ? EMPTY_DRAFT : draftFrom(now, from);
              currentTarget.value = '';
            }}
          >
            <option value="">…</option>
            <option value="0">{say('workshop.fromNothing')}</option>
            {SCENARIOS.map(({ number, name }) => (
              <option key={number} value={number ?? 0}>
                {say('game.scenario', { n: number ?? 0, name: scenarioName(number, name) })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={say('workshop.name')}>
        {id => (
          <input
            id={id}
            maxLength={80}
            value={now.name}
            onInput={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={say('workshop.about')}>
        {id => (
          <textarea
            id={id}
            rows={3}
            maxLength={1000}
            value={now.text}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        )}
      </Field>
      <Numbers />
    </section>
  );
}

function Numbers(): JSX.Element {
  const now = currentDraft.value;
  return (
    <>
      <Field label={say('workshop.players')}>
        {id => (
          <select
            id={id}
            value={now.players}
            onChange={({ currentTarget }) => change({ players: Number(currentTarget.value) })}
          >
            {[1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => (
              <option key={n} value={n}>
                {say('workshop.playersCount', { n })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChoiceRow
        legend={say('workshop.side')}
        value={now.side}
        options={SIDES.map(side => ({ value: side, label: say('workshop.sideNamed', { side }) }))}
        onChange={side => change({ side })}
      />
      <Field label={say('workshop.sand')}>
        {id => (
          <input
            id={id}
            type="number"
            min={10}
            max={3600}
            value={now.hourglass}
            onInput={({ currentTarget }) =>
              change({ hourglass: Math.round(currentTarget.valueAsNumber) || 0 })
            }
          />
        )}
      </Field>
      <Field label={say('workshop.edition')}>
        {id => (
          <select
            id={id}
            value={now.edition}
            onChange={({ currentTarget }) => change({ edition: currentTarget.value as Edition })}
          >
            {EDITIONS.map(edition => (
              <option key={edition} value={edition}>
                {say(`lobby.edition.${edition}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

const PRESETS = [9, ...LEVELS];

function Stack(): JSX.Element {
  const now = currentDraft.value;
  const tiles = tilesIn(now);
  const numbers = tiles.map(({ number }) => number);
  return (
    <section class="panel workshop-card" aria-labelledby="stack">
      <h2 id="stack">{say('workshop.stack')}</h2>
      <p class="note">{say('workshop.stackText')}</p>
      <div class="row">
        {PRESETS.map(level => (
          <Button
            key={level}
            onPress={() => change({ top: [], stack: numbers.filter(number => number <= level) })}
          >
            {say('workshop.upTo', { n: level })}
          </Button>
        ))}
        <Button kind="quiet" onPress={() => change({ top: [], stack: [] })}>
          {say('workshop.none')}
        </Button>
      </div>
      <ul class="tile-grid">
        {tiles.map(tile => (
          <li key={tile.number}>
            <button
              type="button"
              class={`tile-choice is-${draftPlaceOf(now, tile.number)}`}
              aria-label={say(`workshop.tile.${draftPlaceOf(now, tile.number)}`, { n: tile.number })}
              onClick={() => {
                currentDraft.value = pressTile(now, tile.number);
              }}
            >
              <TilePicture tile={tile} />
              <b>{tile.number}</b>
            </button>
          </li>
        ))}
      </ul>
      <p>{say('workshop.count', { n: now.stack.length + now.top.length })}</p>
      {now.top.length > 0 && <Top />}
    </section>
  );
}

const Top = (): JSX.Element => (
  <div>
    <h3>{say('workshop.top')}</h3>
    <ol class="top-list">
      {currentDraft.value.top.map((tile, i) => (
        <li key={tile}>
          <b>{tile}</b>
          {i > 0 && (
            <IconButton
              icon="back"
              label={say('workshop.earlier', { n: tile })}
              onPress={() => {
                currentDraft.value = movedUp(currentDraft.value, tile);
              }}
            />
          )}
        </li>
      ))}
    </ol>
  </div>
);

const Rules = (): JSX.Element => (
  <section class="panel workshop-card rules" aria-labelledby="rules">
    <h2 id="rules">{say('workshop.rules')}</h2>
    {RULE_SWITCHES.map(rule => (
      <Switch
        key={rule}
        label={say(`workshop.rule.${rule}`)}
        value={currentDraft.value.rules.includes(rule)}
        onChange={on => {
          currentDraft.value = withRule(currentDraft.value, rule, on);
        }}
      />
    ))}
  </section>
);
