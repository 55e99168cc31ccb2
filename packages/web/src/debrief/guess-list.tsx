/** Guessing without a pointer: a list of the squares that have a feature. */
import { type Cell, cellOf, type Game, laidTiles } from '@hush/rules';
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';
import { cellPlaceOf } from '../model/cells.ts';
import { thingAt } from '../model/game-words.ts';

interface Choice {
  readonly cell: Cell;
  readonly name: string;
}

const choicesIn = (game: Game): readonly Choice[] =>
  laidTiles(game)
    .flatMap(({ tile }) => Array.from({ length: 16 }, (_, square) => cellOf(tile, square)))
    .flatMap(cell => {
      const thing = thingAt(game, cell);
      return thing === null
        ? []
        : [{ cell, name: `${thing} (${Object.values(cellPlaceOf(game, cell)).join('-')})` }];
    });

export const GuessList = ({
  game,
  guess,
  onGuess,
}: {
  readonly game: Game;
  readonly guess: Cell | null;
  readonly onGuess: (cell: Cell | null) => void;
}): JSX.Element => (
  <label class="guess-list">
    <span>{say('debrief.guessList')}</span>
    <select
      value={guess === null ? '' : String(guess)}
      onChange={({ currentTarget }) =>
        onGuess(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    >
      <option value="">{say('debrief.noGuess')}</option>
      {choicesIn(game).map(({ cell, name }) => (
        <option key={cell} value={String(cell)}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
