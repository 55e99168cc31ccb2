/**
 * The check of a tile while it is painted: a mall with this tile, whether that mall can be won, what is right and what is
 * wrong.
 */
import { compileTile, type Tile } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { doorCount, praisesOf, type TileFault } from '../painter/faults.ts';
import { squareName } from '../painter/place-names.ts';
import { MallPicture, smallMall } from '../painter/tile-card.tsx';
import { problemSentence } from '../ui/problem-text.tsx';
import { Button } from '../ui/widgets.tsx';
import { draftFindings, isPlayable } from './check.ts';
import { SharedLink, TroubleNote } from './check-panel.tsx';
import { chooseTile, deskSheet, deskTile, nextNumber, sketches } from './desk.ts';
import { type ScenarioDraft, sheetOfDraft, withTile } from './draft.ts';
import { currentDraft, playSheet, shareSheet, type WorkshopError } from './drafts.ts';
import { MALLS, useVerdict, type Verdict } from './verdict.ts';

/** Returns the scenario in which the tile is tried; null if there is none. */
function scenarioNow(): ScenarioDraft | null {
  const sheet = deskSheet.value;
  const { sheets, problems } = sketches.value;
  if (sheet === null || problems.length > 0) return null;
  const numbers = sheets.map(({ tile }) => tile.number);
  const scenario = withTile(currentDraft.value, sheet.tile, { numbers, name: say('workshop.tilesName') });
  return isPlayable(scenario, draftFindings(scenario)) ? scenario : null;
}

export function PainterCheck({ faults }: { readonly faults: readonly TileFault[] }): JSX.Element {
  const scenario = scenarioNow();
  const verdict = useVerdict(scenario);
  const [open, setOpen] = useState(false);
  const head = headOf(faults, scenario, verdict);
  return (
    <aside class={`panel painter-check ${open ? 'open' : ''}`} aria-label={say('workshop.check')}>
      <button
        type="button"
        class={`check-pill ${head.mood}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={ICONS[head.mood]} size={18} /> {head.title}
        {faults.length > 0 && <b class="fault-count">{faults.length}</b>}
      </button>
      <div class="check-body">
        <SmallMall />
        <div class={`check-head ${head.mood}`} role="status">
          <span class="check-sign">
            <Icon name={ICONS[head.mood]} size={28} />
          </span>
          <div>
            <h2>{head.title}</h2>
            <p>{head.text}</p>
          </div>
        </div>
        <Checks faults={faults} />
        <CheckActions scenario={scenario} />
      </div>
    </aside>
  );
}

type CheckMood = 'empty' | 'good' | 'tip' | 'bad' | 'busy';

const ICONS: Readonly<Record<CheckMood, IconName>> = {
  empty: 'pen',
  good: 'check',
  tip: 'info',
  bad: 'warning',
  busy: 'glass',
};

interface CheckHead {
  readonly mood: CheckMood;
  readonly title: string;
  readonly text: string;
}

function headOf(
  faults: readonly TileFault[],
  scenario: ScenarioDraft | null,
  verdict: Verdict | null,
): CheckHead {
  const head = (mood: CheckMood, title: string, text: string): CheckHead => ({ mood, title, text });
  if (deskSheet.value === null) return head('empty', say('painter.empty'), say('painter.emptyText'));
  const broken = faults.filter(({ weight }) => weight === 'breaks').length;
  if (broken > 0) return head('bad', say('painter.broken'), say('painter.brokenText', { n: broken }));
  if (scenario === null) return head('bad', say('painter.elsewhere'), say('painter.elsewhereText'));
  if (verdict === null || verdict.type === 'waiting')
    return head('busy', say('painter.trying'), say('painter.tryingText', { n: MALLS }));
  if (verdict.type === 'unknown') return head('tip', say('painter.legal'), say('painter.untried'));
  const { winnable, impossible } = verdict.outcome;
  if (impossible !== null) return head('bad', say('painter.never'), say('painter.neverText'));
  const count = say('painter.malls', { won: winnable, n: MALLS });
  if (winnable === MALLS) return head('good', say('painter.won'), count);
  return winnable === 0
    ? head('bad', say('painter.lost'), say('painter.lostText', { n: MALLS }))
    : head('tip', say('painter.sometimes'), count);
}

/** A mall with the start tile, the painted tile at its east door and three other tiles around it. */
function SmallMall(): JSX.Element | null {
  const { sheets } = sketches.value;
  const mine: Tile = compileTile(deskTile.value);
  const tile = (id: string): readonly Tile[] =>
    sheets.filter(sheet => sheet.id === id).map(sheet => sheet.tile);
  const [start] = mine.number === 1 ? [mine] : tile(`1${currentDraft.value.side}`);
  if (start === undefined) return null;
  const others = ['2', '3', '5', '4'].flatMap(tile).filter(({ number }) => number !== mine.number);
  const around = mine.number === 1 ? others : [mine, ...others];
  return (
    <div class="small-mall">
      <MallPicture tiles={smallMall(start, around.slice(0, 4))} />
    </div>
  );
}

interface FaultGroup {
  readonly fault: TileFault;
  readonly squares: readonly number[];
}

/** Groups faults: squares with the same fault share a sentence. */
function grouped(faults: readonly TileFault[]): readonly FaultGroup[] {
  const groups = new Map<string, readonly TileFault[]>();
  for (const fault of faults) {
    const key = problemSentence(fault);
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()].flatMap(all => {
    const [fault] = all;
    return fault === undefined ? [] : [{ fault, squares: all.flatMap(({ square }) => square ?? []) }];
  });
}

function Checks({ faults }: { readonly faults: readonly TileFault[] }): JSX.Element | null {
  const sheet = deskSheet.value;
  if (sheet === null) return null;
  const doors = doorCount(sheet);
  return (
    <ul class="checks" aria-live="polite">
      {grouped(faults).map(({ fault, squares }) => (
        <li key={`${fault.code} ${squares.join(' ')}`} class={fault.weight}>
          <Icon name={fault.weight === 'breaks' ? 'warning' : 'info'} size={18} />
          <span>
            {squares.length > 0 && <b>{squares.map(squareName).join('; ')} · </b>}
            {problemSentence(fault)}
          </span>
        </li>
      ))}
      {praisesOf(sheet, faults).map(praise => (
        <li key={praise} class="good">
          <Icon name="check" size={18} /> {say(`painter.good.${praise}`)}
        </li>
      ))}
      {sheet.tile.number !== 1 && (
        <li class={doors === 0 ? 'tip' : 'good'}>
          <Icon name={doors === 0 ? 'info' : 'check'} size={18} /> {say('painter.doors', { n: doors })}
        </li>
      )}
    </ul>
  );
}

function CheckActions({ scenario }: { readonly scenario: ScenarioDraft | null }): JSX.Element {
  const [trouble, setTrouble] = useState<WorkshopError | undefined>(undefined);
  const [link, setLink] = useState<{ readonly sheet: string; readonly code: string } | null>(null);
  const text = scenario === null ? '' : JSON.stringify(sheetOfDraft(scenario));
  const play = async (): Promise<void> => {
    if (scenario !== null) setTrouble(await playSheet(sheetOfDraft(scenario)));
  };
  const share = async (): Promise<void> => {
    if (scenario === null) return;
    const shared = await shareSheet(sheetOfDraft(scenario));
    if (shared.ok) setLink({ sheet: text, code: shared.value });
    setTrouble(shared.ok ? undefined : shared.error);
  };
  return (
    <div class="check-actions">
      <Button kind="main" icon="play" disabled={scenario === null} onPress={() => void play()}>
        {say('painter.play')}
      </Button>
      <div class="row">
        <Button icon="plus" disabled={nextNumber.value === null} onPress={() => chooseTile('')}>
          {say('painter.next')}
        </Button>
        <Button icon="link" disabled={scenario === null} onPress={() => void share()}>
          {say('painter.share')}
        </Button>
      </div>
      {link !== null && link.sheet === text && <SharedLink code={link.code} />}
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </div>
  );
}
