/** A shared scenario: its description, and buttons to play it or to build on it. */

import type { ScenarioSheet } from '@hush/protocol';
import { deckOf, type OwnScenario } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { navigate } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { editionOfWish } from '../model/table-wish.ts';
import { TilePicture } from '../painter/tile-card.tsx';
import { ruledByWish } from '../rulebook/ruled-game.ts';
import { GameRules } from '../rulebook/rules-dialog.tsx';
import { ConfirmButton } from '../ui/confirm.tsx';
import { HomeLink } from '../ui/home-link.tsx';
import { Button, useHeading } from '../ui/widgets.tsx';
import { TroubleNote } from './check-panel.tsx';
import { draftOf, losesWork, type ScenarioDraft, sheetOfDraft } from './draft.ts';
import { currentDraft, fetchSheet, playSheet, saveFile, type WorkshopError } from './drafts.ts';

export function SheetScreen({ code }: { readonly code: string }): JSX.Element {
  const heading = useHeading();
  const [sheet, setSheet] = useState<ScenarioSheet | null>(null);
  const [trouble, setTrouble] = useState<WorkshopError | 'unknown' | undefined>(undefined);
  useEffect(() => {
    let here = true;
    void fetchSheet(code).then(found => {
      if (!here) return;
      if (found.ok) setSheet(found.value);
      else setTrouble(found.error === 'refused' ? 'unknown' : found.error);
    });
    return () => {
      here = false;
    };
  }, [code]);
  const scenario = sheet === null ? null : (sheet.wish.scenario as OwnScenario);
  return (
    <div class="page workshop">
      <WorkshopHead />
      <main class="sheet-main">
        <p class="station">{say('workshop.own')}</p>
        <h1 ref={heading} tabIndex={-1}>
          {scenario?.name ?? (trouble === undefined ? say('workshop.loading') : say('workshop.title'))}
        </h1>
        {trouble === 'unknown' && (
          <p class="problem" role="alert">
            {say('workshop.unknown')}
          </p>
        )}
        {trouble !== undefined && trouble !== 'unknown' && <TroubleNote trouble={trouble} />}
        {sheet !== null && <Sheet code={code} sheet={sheet} onTrouble={setTrouble} />}
      </main>
    </div>
  );
}

function Sheet({
  code,
  sheet,
  onTrouble,
}: {
  readonly code: string;
  readonly sheet: ScenarioSheet;
  readonly onTrouble: (trouble: WorkshopError | undefined) => void;
}): JSX.Element {
  return (
    <>
      {sheet.text !== '' && <p class="sheet-text">{sheet.text}</p>}
      <ul class="tags">
        <li>{say('workshop.playersCount', { n: sheet.players })}</li>
        <li>{sheet.wish.hourglass ?? 180} s</li>
        <li>{say(`lobby.edition.${editionOfWish(sheet.wish)}`)}</li>
        {sheet.parent !== null && (
          <li>
            <a href={`/s/${sheet.parent}`}>{say('workshop.parent')}</a>
          </li>
        )}
      </ul>
      <div class="row">
        <Button kind="main" icon="play" onPress={() => void playSheet(sheet).then(onTrouble)}>
          {say('workshop.play')}
        </Button>
        <Fork next={{ ...draftOf(sheet), parent: code }} />
      </div>
      <section class="panel workshop-card" aria-labelledby="sheet-rules">
        <h2 id="sheet-rules">{say('workshop.rules')}</h2>
        <GameRules ruled={ruledByWish(sheet.wish)} />
      </section>
      <SheetTiles sheet={sheet} />
    </>
  );
}

/**
 * Opens a scenario in the workshop. There is only one draft, so before it would be replaced, the player is asked and can
 * save it.
 */
function Fork({ next }: { readonly next: ScenarioDraft }): JSX.Element {
  const fork = (): void => {
    currentDraft.value = next;
    navigate('/workshop');
  };
  return (
    <ConfirmButton
      kind="plain"
      icon="pen"
      isNeeded={() => losesWork(currentDraft.peek(), next)}
      note={say('workshop.replaceNote')}
      yes={say('workshop.replaceSure')}
      onYes={fork}
      also={
        <Button icon="book" onPress={() => saveFile(sheetOfDraft(currentDraft.peek()))}>
          {say('workshop.replaceSave')}
        </Button>
      }
    >
      {say('workshop.fork')}
    </ConfirmButton>
  );
}

/** The tiles of the scenario, without saying which of them are on top. */
function SheetTiles({ sheet }: { readonly sheet: ScenarioSheet }): JSX.Element {
  const { stack, top = [], side = 'A' } = sheet.wish.scenario as OwnScenario;
  const deck = deckOf({ tiles: sheet.wish.tiles ?? null, side: sheet.wish.side ?? side });
  const numbers = [1, ...[...stack, ...top].sort((a, b) => a - b)];
  return (
    <section class="panel workshop-card" aria-labelledby="sheet-stack">
      <h2 id="sheet-stack">{say('workshop.stack')}</h2>
      <p>{say('workshop.count', { n: numbers.length - 1 })}</p>
      <ul class="tile-grid">
        {numbers.map(number => {
          const tile = deck[number];
          return tile === undefined ? null : (
            <li key={number}>
              <TilePicture tile={tile} />
              <b>{number}</b>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export const WorkshopHead = (): JSX.Element => (
  <header class="home-head">
    <HomeLink />
    <span class="grow" />
  </header>
);
