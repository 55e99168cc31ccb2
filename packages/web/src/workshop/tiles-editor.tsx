/**
 * Custom tiles in the workshop: pictures that lead to the painter, and the same tiles as text, with line and column
 * of problems.
 */
import { checkTiles, parseTiles, type Tile } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { followLink } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { TilePicture } from '../painter/tile-card.tsx';
import { problemSentence } from '../ui/problem-text.tsx';
import { Button, Switch } from '../ui/widgets.tsx';
import { chooseTile, idOf } from './desk.ts';
import { withAllTiles } from './draft.ts';
import { currentDraft, saveTiles, switchTiles, writeTiles } from './drafts.ts';
import { startTyping } from './typing.ts';

/** Milliseconds without typing after which the text is read as a tile set, because reading takes a moment. */
const PAUSE = 300;
const MOST_SHOWN = 12;

export function TilesEditor(): JSX.Element {
  const { tiles } = currentDraft.value;
  const [asText, setAsText] = useState(false);
  return (
    <section class="panel workshop-card" aria-labelledby="own-tiles">
      <h2 id="own-tiles">{say('workshop.tiles')}</h2>
      <p class="note">{say('workshop.tilesText')}</p>
      <div class="row">
        <a class="button main" href="/workshop?view=paint" onClick={followLink}>
          <Icon name="pen" size={20} /> {say('workshop.paint')}
        </a>
        {tiles !== null && (
          <button type="button" class="button" aria-expanded={asText} onClick={() => setAsText(!asText)}>
            <Icon name="book" size={20} /> {say('painter.asText')}
          </button>
        )}
      </div>
      <Switch label={say('workshop.tilesUse')} value={tiles !== null} onChange={switchTiles} />
      {tiles !== null && (asText ? <TilesText text={tiles} write={writeTiles} /> : <Findings text={tiles} />)}
      {tiles !== null && <Pictures text={tiles} />}
    </section>
  );
}

/** The tiles as text, synchronised with their pictures. */
export function TilesText({
  text,
  write,
}: {
  readonly text: string;
  readonly write: (text: string) => void;
}): JSX.Element {
  const id = useId();
  const [typing] = useState(() => startTyping(text, write, PAUSE));
  useEffect(() => typing.take(text), [typing, text]);
  useEffect(() => typing.stop, [typing]);
  return (
    <>
      <p class="note">{say('workshop.tilesFormat')}</p>
      <label htmlFor={id} class="unseen">
        {say('workshop.tilesField')}
      </label>
      <textarea
        id={id}
        class="tiles-text"
        rows={18}
        spellcheck={false}
        wrap="off"
        value={typing.typed.value}
        onInput={({ currentTarget }) => typing.type(currentTarget.value)}
      />
      <Findings text={text} />
    </>
  );
}

function Findings({ text }: { readonly text: string }): JSX.Element | null {
  const found = useMemo(() => checkTiles(text), [text]);
  // A set that can be read can be played; the author decides whether differences from the printed set are
  // intended.
  const isReadable = useMemo(() => parseTiles(text).ok, [text]);
  if (found.length === 0) return null;
  return (
    <ul class="findings" aria-live="polite">
      {found.slice(0, MOST_SHOWN).map((finding, i) => (
        <li key={i} class={isReadable ? 'note' : 'breaks'}>
          {finding.line !== null && (
            <b>{say('workshop.line', { line: finding.line, column: finding.column ?? 1 })}: </b>
          )}
          {problemSentence(finding)}
        </li>
      ))}
    </ul>
  );
}

/** Puts all tiles of the set into the scenario, so that it can be played at once. */
function takeAll(tiles: readonly Tile[]): void {
  const numbers = [...new Set(tiles.map(({ number }) => number))];
  currentDraft.value = withAllTiles(currentDraft.value, numbers, say('workshop.tilesName'));
}

function Pictures({ text }: { readonly text: string }): JSX.Element | null {
  const parsed = useMemo(() => parseTiles(text), [text]);
  if (!parsed.ok) return null;
  const tiles = parsed.value;
  return (
    <>
      <p>{say('workshop.tilesRead', { n: tiles.length })}</p>
      <div class="row">
        <Button icon="tiles" onPress={() => takeAll(tiles)}>
          {say('workshop.tilesAll')}
        </Button>
        <Button icon="book" kind="quiet" onPress={() => saveTiles(currentDraft.value)}>
          {say('workshop.tilesSave')}
        </Button>
      </div>
      <ul class="tile-grid">
        {tiles.map(tile => (
          <li key={idOf(tile)}>
            <a
              class="tile-link"
              href="/workshop?view=paint"
              aria-label={say('painter.tileNamed', { id: idOf(tile), name: tile.name })}
              onClick={event => {
                chooseTile(idOf(tile));
                followLink(event);
              }}
            >
              <TilePicture tile={tile} />
              <b aria-hidden="true">{idOf(tile)}</b>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
