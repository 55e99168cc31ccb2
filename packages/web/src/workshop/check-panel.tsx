/** What is wrong and what can be done with the draft: play, share, save. Always in sight. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { heroName } from '../play/names.ts';
import { Button } from '../views/kit.tsx';
import { say } from '../words/words.ts';
import { check, type Finding, isPlayable } from './check.ts';
import { draft, openFile, play, saveFile, share, sheetLink, type Trouble } from './desk.ts';
import { sheetOf } from './draft.ts';
import { SolverPanel } from './solver-panel.tsx';

export function CheckPanel(): JSX.Element {
  const now = draft.value;
  const findings = useMemo(() => check(now), [now]);
  const playable = isPlayable(now, findings);
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
          <li key={i} class={finding.weight}>
            {sentence(finding)} <small>{finding.rule}</small>
          </li>
        ))}
      </ul>
      {playable && <SolverPanel draft={now} />}
      <Actions playable={playable} />
    </aside>
  );
}

function sentence({ what, values, hero }: Finding): string {
  if (what === 'said') return String(values['why'] ?? '');
  return say(`workshop.finding.${what}`, hero === undefined ? values : { ...values, hero: heroName(hero) });
}

export const troubleText = (trouble: string | null): string =>
  trouble === null ? say('workshop.unreachable') : say('workshop.refused', { why: trouble });

function Actions({ playable }: { readonly playable: boolean }): JSX.Element {
  const [trouble, setTrouble] = useState<Trouble>(undefined);
  const [bad, setBad] = useState<Trouble>(undefined);
  const [shared, setShared] = useState<{ readonly sheet: string; readonly code: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const sheet = sheetOf(draft.value);
  const text = JSON.stringify(sheet);
  const during = async (work: () => Promise<Trouble>): Promise<void> => {
    setBusy(true);
    setTrouble(await work());
    setBusy(false);
  };
  const shareIt = async (): Promise<Trouble> => {
    const kept = await share(sheet);
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
        onPress={() => void during(() => play(sheet))}
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
        <label class="button file-button">
          {say('workshop.open')}
          <input
            type="file"
            accept=".jsonl,.txt,.json,text/plain"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) void openFile(file).then(setBad);
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      {trouble !== undefined && (
        <p class="problem" role="alert">
          {troubleText(trouble)}
        </p>
      )}
      {bad !== undefined && bad !== null && (
        <p class="problem" role="alert">
          {say('workshop.badFile', { why: bad })}
        </p>
      )}
    </div>
  );
}

const SharedLink = ({ code }: { readonly code: string }): JSX.Element => (
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
