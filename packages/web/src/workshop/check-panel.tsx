/** The findings of a draft and its actions: play, share, save. The panel is always visible. */
import type { InputProblem } from '@hush/protocol';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { followLink } from '../device/route.ts';
import { say, sayOne } from '../i18n/catalogs.ts';
import { heroName } from '../model/game-words.ts';
import { FileButton } from '../ui/files.tsx';
import { ProblemNote, problemText } from '../ui/problem-text.tsx';
import { Button } from '../ui/widgets.tsx';
import { type DraftFinding, draftFindings, FINDINGS, isPlayable } from './check.ts';
import { isUntouched, sheetOfDraft } from './draft.ts';
import {
  currentDraft,
  openFile,
  playSheet,
  saveFile,
  shareSheet,
  sheetLink,
  WORKSHOP_ERRORS,
  type WorkshopError,
} from './drafts.ts';
import { SolverPanel } from './solver-panel.tsx';

export function CheckPanel(): JSX.Element {
  const now = currentDraft.value;
  const findings = useMemo(() => draftFindings(now), [now]);
  const playable = isPlayable(now, findings);
  if (isUntouched(now)) return <FirstStep />;
  return (
    <aside class="panel workshop-card check-panel" aria-labelledby="check">
      <h2 id="check">{say('workshop.check')}</h2>
      <ul class="findings" aria-live="polite">
        {playable && findings.length === 0 && (
          <li class="fine">
            <Icon name="check" size={18} /> {say('workshop.fine')}
          </li>
        )}
        {findings.map((finding, i) => (
          <li key={i} class={finding.what === 'name' ? 'todo' : finding.weight}>
            {sentence(finding)}
          </li>
        ))}
      </ul>
      {playable && <SolverPanel draft={now} />}
      <Actions playable={playable} />
    </aside>
  );
}

/** The panel for an empty draft, which has no findings. */
const FirstStep = (): JSX.Element => (
  <aside class="panel workshop-card check-panel" aria-labelledby="check">
    <h2 id="check">{say('workshop.check')}</h2>
    <p>{say('workshop.firstStep')}</p>
    <a class="button main" href="/workshop?view=paint" onClick={followLink}>
      <Icon name="pen" size={20} /> {say('workshop.paint')}
    </a>
    <OpenFile />
  </aside>
);

function OpenFile(): JSX.Element {
  const [bad, setBad] = useState<WorkshopError | undefined>(undefined);
  return (
    <>
      <FileButton accept=".jsonl,.txt,.json,text/plain" onFile={file => void openFile(file).then(setBad)}>
        {say('workshop.open')}
      </FileButton>
      {bad !== undefined && <TroubleNote trouble={bad} general="workshop.badFile" />}
    </>
  );
}

function sentence({ what, values, hero }: DraftFinding): string {
  const own = FINDINGS.find(one => one === what);
  if (own === undefined) return problemText({ code: what as InputProblem['code'], values });
  return say(`workshop.finding.${own}`, hero === undefined ? values : { ...values, hero: heroName(hero) });
}

function generalText(trouble: Extract<WorkshopError, string>): string {
  const own = WORKSHOP_ERRORS.find(one => one === trouble);
  return own === undefined ? sayOne('home.noTable', trouble) : say(`workshop.${own}`);
}

/** Why something failed, with the exact problem if it is known. */
export const TroubleNote = ({
  trouble,
  general = 'workshop.refused',
}: {
  readonly trouble: WorkshopError;
  readonly general?: 'workshop.refused' | 'workshop.badFile';
}): JSX.Element => (
  <p class="problem" role="alert">
    {typeof trouble === 'string' ? (
      generalText(trouble)
    ) : (
      <>
        {say(general)} <ProblemNote problem={trouble} />
      </>
    )}
  </p>
);

function Actions({ playable }: { readonly playable: boolean }): JSX.Element {
  const [trouble, setTrouble] = useState<WorkshopError | undefined>(undefined);
  const [shared, setShared] = useState<{ readonly sheet: string; readonly code: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const sheet = sheetOfDraft(currentDraft.value);
  const text = JSON.stringify(sheet);
  const during = async (work: () => Promise<WorkshopError | undefined>): Promise<void> => {
    setBusy(true);
    setTrouble(await work());
    setBusy(false);
  };
  const shareIt = async (): Promise<WorkshopError | undefined> => {
    const kept = await shareSheet(sheet);
    if (!kept.ok) return kept.error;
    setShared({ sheet: text, code: kept.value });
    return undefined;
  };
  return (
    <div class="stack">
      <Button
        kind="main"
        icon="play"
        disabled={!playable || busy}
        onPress={() => void during(() => playSheet(sheet))}
      >
        {say('workshop.play')}
      </Button>
      <Button icon="link" disabled={!playable || busy} onPress={() => void during(shareIt)}>
        {busy ? say('workshop.sharing') : say('workshop.share')}
      </Button>
      {shared !== null && shared.sheet === text && <SharedLink code={shared.code} />}
      <div class="row">
        <Button icon="book" disabled={!playable} onPress={() => saveFile(sheet)}>
          {say('workshop.save')}
        </Button>
        <OpenFile />
      </div>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </div>
  );
}

/** The address of a shared scenario, ready to be copied. */
export const SharedLink = ({ code }: { readonly code: string }): JSX.Element => (
  <div class="stack">
    <p role="status">{say('workshop.shared')}</p>
    <input
      class="link-field"
      readOnly
      value={sheetLink(code)}
      aria-label={say('workshop.linkField')}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  </div>
);
