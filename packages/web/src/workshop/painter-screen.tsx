/**
 * The painter screen: tools on one side, the tile in the middle, the live check on the other. The same tiles can also be
 * edited as text.
 */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { followLink } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { PaintCanvas } from '../painter/canvas.tsx';
import { Easel } from '../painter/easel.ts';
import { faultsOf } from '../painter/faults.ts';
import { mirrorPainting, turnPainting } from '../painter/painting.ts';
import { placeName } from '../painter/place-names.ts';
import { PaintSign, type PaintSignName } from '../painter/signs.tsx';
import { HeroBox, ToolBox } from '../painter/tools.tsx';
import { Button, useHeading } from '../ui/widgets.tsx';
import {
  canRedo,
  canUndo,
  copyTile,
  deleteTile,
  deskSheet,
  deskTile,
  nextNumber,
  redoStep,
  sketches,
  undoStep,
  writeTile,
} from './desk.ts';
import { currentDraft, tilesAtHand } from './drafts.ts';
import { PainterCheck } from './painter-check.tsx';
import { TileShelf } from './tile-shelf.tsx';
import { TilesText } from './tiles-editor.tsx';
import '../styles/painter.css';
import '../styles/easel.css';
import '../styles/painter-narrow.css';

/** Typing switches custom tiles on, just as painting does. */
const typeTiles = (tiles: string): void => {
  currentDraft.value = { ...currentDraft.peek(), tiles };
};

const FIRST_BRUSH = { tool: 'wall', hero: 'elf' } as const;

export function PainterScreen(): JSX.Element {
  const [asText, setAsText] = useState(false);
  const [easel] = useState(() => new Easel({ tile: () => deskTile.peek(), write: writeTile }, FIRST_BRUSH));
  const sheet = deskSheet.value;
  const faults = useMemo(
    () => (sheet === null ? [] : faultsOf(sketches.value, sheet)),
    [sheet, sketches.value],
  );
  useShortcuts();
  return (
    <div class={`page painter ${asText ? 'as-text' : ''}`}>
      <PainterHead asText={asText} onText={() => setAsText(!asText)} />
      <main class="painter-main">
        {asText ? (
          <section class="panel painter-text" aria-label={say('painter.asText')}>
            <TilesText text={tilesAtHand()} write={typeTiles} />
          </section>
        ) : (
          <>
            <Bench easel={easel} />
            <div class="painter-desk">
              <PaintCanvas easel={easel} tile={deskTile.value} faults={faults} />
              <PaintNote easel={easel} />
            </div>
            <PaintActions />
          </>
        )}
        <PainterCheck faults={faults} />
      </main>
    </div>
  );
}

/** Makes keys undo and redo, except in a text field, which has its own undo. */
function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, ctrlKey, metaKey, shiftKey, key } = event;
      const isText = target instanceof Element && target.matches('textarea, input:not([type=radio])');
      if (!(ctrlKey || metaKey) || isText) return;
      const letter = key.toLowerCase();
      if (letter !== 'z' && letter !== 'y') return;
      event.preventDefault();
      if (letter === 'y' || shiftKey) redoStep();
      else undoStep();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function PainterHead({
  asText,
  onText,
}: {
  readonly asText: boolean;
  readonly onText: () => void;
}): JSX.Element {
  const heading = useHeading();
  return (
    <header class="painter-head">
      <a
        href="/workshop"
        class="icon-button painter-back"
        onClick={followLink}
        aria-label={say('painter.back')}
      >
        <Icon name="back" size={22} />
      </a>
      <h1 ref={heading} tabIndex={-1}>
        {say('painter.title')}
      </h1>
      <TileName />
      <span class="grow" />
      <Button icon={asText ? 'pen' : 'book'} onPress={onText}>
        <span class="narrow-unseen">{say(asText ? 'painter.asPicture' : 'painter.asText')}</span>
      </Button>
    </header>
  );
}

/** The field for the tile's name; letters that are typed one after the other are one undo step. */
function TileName(): JSX.Element {
  const tile = deskTile.value;
  const isTyping = useRef(false);
  return (
    <input
      class="tile-name"
      maxLength={60}
      aria-label={say('painter.name')}
      placeholder={say('painter.name')}
      value={tile.name}
      onInput={({ currentTarget }) => {
        writeTile({ ...tile, name: currentTarget.value.replaceAll('"', '’') }, { isNew: !isTyping.current });
        isTyping.current = true;
      }}
      onBlur={() => {
        isTyping.current = false;
      }}
    />
  );
}

const Bench = ({ easel }: { readonly easel: Easel }): JSX.Element => (
  <aside class="panel painter-bench" aria-label={say('painter.tools')}>
    <ToolBox
      brush={easel.brush.value}
      onBrush={brush => easel.take(brush)}
      isStart={deskTile.value.number === 1}
    />
    <HeroBox brush={easel.brush.value} onBrush={brush => easel.take(brush)} />
    <TileShelf />
  </aside>
);

/** A note that says why nothing was painted, or for screen readers what the keyboard has painted. */
function PaintNote({ easel }: { readonly easel: Easel }): JSX.Element {
  const hint = easel.hint.value;
  const tile = deskTile.value;
  const pressed = easel.pressed.value;
  return (
    <p class="paint-note" role="status">
      {hint !== null && <span>{say(`painter.hint.${hint}`)}</span>}
      {hint === null && pressed !== null && <span class="unseen">{placeName(tile, pressed)}</span>}
    </p>
  );
}

interface ActionProps {
  readonly sign: PaintSignName;
  readonly text: string;
  readonly onPress: () => void;
  readonly disabled?: boolean;
}

const PaintAction = ({ sign, text, onPress, disabled }: ActionProps): JSX.Element => (
  <button type="button" class="button quiet paint-action" onClick={onPress} disabled={disabled}>
    <PaintSign name={sign} />
    <span>{text}</span>
  </button>
);

function PaintActions(): JSX.Element {
  const tile = deskTile.value;
  const write = (next: typeof tile): void => writeTile(next, { isNew: true });
  return (
    <div class="panel painter-actions" role="toolbar" aria-label={say('painter.actions')}>
      <PaintAction sign="undo" text={say('painter.undo')} onPress={undoStep} disabled={!canUndo.value} />
      <PaintAction sign="redo" text={say('painter.redo')} onPress={redoStep} disabled={!canRedo.value} />
      <PaintAction sign="turn" text={say('painter.turn')} onPress={() => write(turnPainting(tile))} />
      <PaintAction sign="mirror" text={say('painter.mirror')} onPress={() => write(mirrorPainting(tile))} />
      <button
        type="button"
        class="button quiet paint-action"
        onClick={copyTile}
        disabled={nextNumber.value === null}
      >
        <Icon name="copy" size={20} />
        <span>{say('painter.copy')}</span>
      </button>
      <PaintAction
        sign="remove"
        text={say('painter.remove')}
        onPress={deleteTile}
        disabled={deskSheet.value === null || deskTile.value.number === 1}
      />
    </div>
  );
}
