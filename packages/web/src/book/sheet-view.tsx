/** The pages of the book: a row for each scenario, with a box for each level. A box with a line can be opened. */
import type { BookLine } from '@hush/protocol';
import type { JSX } from 'preact';
import { Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { scenarioName } from '../table/names.ts';
import { Figures, namesText, Signs, spokenLine } from './book-lines.tsx';
import type { BookSheet, SheetBox, SheetRow } from './sheet.ts';

export type OpenBox = (row: SheetRow, box: SheetBox) => void;

/** How many empty rows the printed page has, for games to come. */
const BLANK_LINES = 4;

export const SheetView = ({
  sheet,
  onOpen,
}: {
  readonly sheet: BookSheet;
  readonly onOpen: OpenBox;
}): JSX.Element => (
  <>
    <Chapter kind="introduction" title={say('book.introduction')} rows={sheet.introduction} onOpen={onOpen} />
    <Chapter kind="challenges" title={say('book.challenges')} rows={sheet.challenges} onOpen={onOpen} />
    <section class="book-chapter own">
      <h2>{say('book.own')}</h2>
      <ol class="book-rows">
        {sheet.own.map(row => (
          <Row key={row.name} row={row} onOpen={onOpen} />
        ))}
        {Array.from({ length: Math.max(1, BLANK_LINES - sheet.own.length) }, (_, i) => (
          <li key={i} class="book-row blank" aria-hidden="true">
            <span class="book-title" />
            <span class="book-boxes" />
          </li>
        ))}
      </ol>
    </section>
  </>
);

const Chapter = ({
  kind,
  title,
  rows,
  onOpen,
}: {
  readonly kind: 'introduction' | 'challenges';
  readonly title: string;
  readonly rows: readonly SheetRow[];
  readonly onOpen: OpenBox;
}): JSX.Element => (
  <section class={`book-chapter ${kind}`}>
    <h2>{title}</h2>
    <ol class="book-rows">
      {rows.map(row => (
        <Row key={row.scenario} row={row} onOpen={onOpen} />
      ))}
    </ol>
  </section>
);

const Row = ({ row, onOpen }: { readonly row: SheetRow; readonly onOpen: OpenBox }): JSX.Element => (
  <li class="book-row">
    <h3 class="book-title">
      {row.scenario !== null && <span class="book-number">{row.scenario}</span>}
      <bdi>{scenarioName(row.scenario, row.name)}</bdi>
    </h3>
    <ul class="book-boxes">
      {row.boxes.map(box => (
        <li key={box.level} class={`book-cell level-${box.level}`}>
          <BoxView box={box} onOpen={() => onOpen(row, box)} />
        </li>
      ))}
    </ul>
  </li>
);

function BoxView({ box, onOpen }: { readonly box: SheetBox; readonly onOpen: () => void }): JSX.Element {
  const { level, best, lines } = box;
  if (best === null)
    return (
      <span class="book-box blank">
        <span class="book-level">
          <span class="unseen">{say('book.blankLevel', { n: level })}</span>
          <span aria-hidden="true">{level}</span>
        </span>
      </span>
    );
  return (
    <button type="button" class="book-box" onClick={onOpen}>
      <span class="unseen">{`${say('book.level', { n: level })}: ${spokenLine(best)}`}</span>
      <span class="book-face" aria-hidden="true">
        <span class="book-level">{level}</span>
        <Figures line={best} />
        <Names line={best} />
        <span class="book-marks">
          <Signs line={best} />
          <span class="book-players">
            <Icon name="people" size={14} />
            {best.players}
          </span>
          {lines.length > 1 && <span class="book-more">{say('book.more', { n: lines.length - 1 })}</span>}
        </span>
      </span>
    </button>
  );
}

const Names = ({ line }: { readonly line: BookLine }): JSX.Element => (
  <span class="book-names">
    <bdi>{namesText(line.names)}</bdi>
  </span>
);
