/** The editor of own tiles: text on one side, pictures on the other, and problems with line and column. */
import { checkTiles, parseTiles, type Tile } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { problemSentence } from '../ui/problem-text.tsx';
import { Button, Switch } from '../ui/widgets.tsx';
import { withAllTiles } from './draft.ts';
import { draft, saveTiles, switchTiles, writeTiles } from './drafts.ts';
import { TilePicture } from './tile-card.tsx';
import { startTyping } from './typing.ts';

/** Debounce: reading a set takes a moment, so it waits for a pause in typing. */
const PAUSE = 300;
const MOST_SHOWN = 12;

export function TilesEditor(): JSX.Element {
  const { tiles } = draft.value;
  return (
    <section class="panel workshop-card" aria-labelledby="own-tiles">
      <h2 id="own-tiles">{say('workshop.tiles')}</h2>
      <Switch label={say('workshop.tilesUse')} value={tiles !== null} onChange={switchTiles} />
      {tiles !== null && <Drawing text={tiles} />}
    </section>
  );
}

function Drawing({ text }: { readonly text: string }): JSX.Element {
  const id = useId();
  const [typing] = useState(() => startTyping(text, writeTiles, PAUSE));
  useEffect(() => typing.take(text), [typing, text]);
  useEffect(() => typing.stop, [typing]);
  const parsed = useMemo(() => parseTiles(text), [text]);
  return (
    <>
      <p class="note">{say('workshop.tilesText')}</p>
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
      {parsed.ok && <Pictures tiles={parsed.value} />}
    </>
  );
}

function Findings({ text }: { readonly text: string }): JSX.Element | null {
  const found = useMemo(() => checkTiles(text), [text]);
  if (found.length === 0) return null;
  return (
    <ul class="findings" aria-live="polite">
      {found.slice(0, MOST_SHOWN).map((finding, i) => (
        <li key={i} class={finding.severity === 'breaks' ? 'breaks' : 'note'}>
          {finding.line !== null && (
            <b>{say('workshop.line', { line: finding.line, column: finding.column ?? 1 })}: </b>
          )}
          {problemSentence(finding)} <small>{finding.rule}</small>
        </li>
      ))}
    </ul>
  );
}

/** Puts all tiles of the set into the scenario, so that it can be played at once. */
function takeAll(tiles: readonly Tile[]): void {
  const numbers = [...new Set(tiles.map(({ number }) => number))];
  draft.value = withAllTiles(draft.value, numbers, say('workshop.tilesName'));
}

const Pictures = ({ tiles }: { readonly tiles: readonly Tile[] }): JSX.Element => (
  <>
    <p>{say('workshop.tilesRead', { n: tiles.length })}</p>
    <div class="row">
      <Button icon="tiles" onPress={() => takeAll(tiles)}>
        {say('workshop.tilesAll')}
      </Button>
      <Button icon="book" kind="quiet" onPress={() => saveTiles(draft.value)}>
        {say('workshop.tilesSave')}
      </Button>
    </div>
    <ul class="tile-grid">
      {tiles.map(tile => (
        <li key={`${tile.number}${tile.side ?? ''}`}>
          <TilePicture tile={tile} />
          <b>
            {tile.number}
            {tile.side}
          </b>
        </li>
      ))}
    </ul>
  </>
);
