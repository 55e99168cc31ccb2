/** Lines of a book: in words, as icons, and as a list with all details and a link to each replay. */
import { type BookLine, bestLines, dateOfDay } from '@hush/protocol';
import type { Deviation } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon, type IconName } from '../art/icon.tsx';
import { followLink } from '../device/route.ts';
import { locale, say } from '../i18n/catalogs.ts';
import { clockText, scenarioName } from '../table/names.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { Button } from '../ui/widgets.tsx';

export const titleOf = ({ scenario, name }: Pick<BookLine, 'scenario' | 'name'>): string =>
  scenario === null ? name : say('game.scenario', { n: scenario, name: scenarioName(scenario, name) });

/** The day on which the game was played in the players' time zone, whatever the reader's time zone is. */
export const dateText = (day: number): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(dateOfDay(day)),
  );

export const namesText = (names: readonly string[]): string =>
  names.length === 0 ? say('book.nobody') : new Intl.ListFormat(locale.value).format(names);

interface Sign {
  readonly icon: IconName;
  readonly words: string;
}

const isHouse = (deviation: Deviation): boolean => deviation !== 'bots';

/** Returns the time left as text; 0 stands for a game without a clock (HG-9d). */
const timeLeftText = (millis: number): string => (millis === 0 ? '∞' : clockText(millis));

/** The special marks of a line: bots, house settings, another server. */
export function signsOf({ deviations, from }: Pick<BookLine, 'deviations' | 'from'>): readonly Sign[] {
  const house = deviations.filter(isHouse).map(deviation => say(`book.deviation.${deviation}`));
  const signs: Sign[] = [];
  if (deviations.includes('bots')) signs.push({ icon: 'bot', words: say('book.deviation.bots') });
  if (house.length > 0)
    signs.push({
      icon: 'home',
      words: say('book.house', { what: new Intl.ListFormat(locale.value).format(house) }),
    });
  if (from === 'elsewhere') signs.push({ icon: 'globe', words: say('book.elsewhere') });
  return signs;
}

/** All details of a line, for a screen reader. */
export const spokenLine = (line: BookLine): string =>
  [
    say('book.turned', { n: line.turned }),
    say('book.left', { time: timeLeftText(line.timeLeft) }),
    namesText(line.names),
    say('book.players', { n: line.players }),
    ...signsOf(line).map(({ words }) => words),
  ].join(', ');

/** The marks of a line as icons with labels, so that they can be seen, read aloud, and printed in black and white. */
export const Signs = ({ line }: { readonly line: BookLine }): JSX.Element => (
  <>
    {signsOf(line).map(({ icon, words }) => (
      <span key={icon} class="book-sign" title={words}>
        <Icon name={icon} size={15} />
        <span class="unseen">{words}</span>
      </span>
    ))}
  </>
);

/** The number of hourglass spaces used and the time left. */
export const Figures = ({ line }: { readonly line: BookLine }): JSX.Element => (
  <span class="book-figures">
    <Icon name="glass" size={16} />
    <b>{line.turned}</b>
    <span>{timeLeftText(line.timeLeft)}</span>
  </span>
);

interface Props {
  readonly id: string;
  readonly lines: readonly BookLine[];
  /** Removes a line from the book; null if this device may only read. */
  readonly onStrike: ((line: number) => void) | null;
  /**
   * Plays the deal of a line again with its run as ghosts; null for readers, because only the crew itself may allow that.
   */
  readonly onAgain: ((line: BookLine) => void) | null;
}

export function BookHistory({ id, lines, onStrike, onAgain }: Props): JSX.Element {
  const best = new Set(bestLines(lines).map(({ line }) => line));
  return (
    <ol class="book-lines">
      {lines.map(line => (
        <Entry
          key={line.line}
          id={id}
          line={line}
          isBest={best.has(line.line)}
          onStrike={onStrike}
          onAgain={onAgain}
        />
      ))}
    </ol>
  );
}

function Entry({
  id,
  line,
  isBest,
  onStrike,
  onAgain,
}: Omit<Props, 'lines'> & { readonly line: BookLine; readonly isBest: boolean }): JSX.Element {
  return (
    <li class={`book-line ${isBest ? 'best' : ''}`}>
      <p class="book-line-title">
        {isBest && (
          <span class="book-sign" title={say('book.best')}>
            <Icon name="crown" size={16} />
            <span class="unseen">{say('book.best')}</span>
          </span>
        )}
        <b>
          <bdi>{titleOf(line)}</bdi>
        </b>
        <span>{say('book.level', { n: line.level })}</span>
      </p>
      <p class="book-line-score">
        <span>{say('book.turned', { n: line.turned })}</span>
        <span>{say('book.left', { time: timeLeftText(line.timeLeft) })}</span>
        <span>{say('book.players', { n: line.players })}</span>
        <span>{say(`lobby.edition.${line.edition}`)}</span>
      </p>
      <p class="book-line-names">
        <bdi>{namesText(line.names)}</bdi>
        <time>{dateText(line.day)}</time>
      </p>
      {signsOf(line).map(({ icon, words }) => (
        <p key={icon} class="book-line-sign">
          <Icon name={icon} size={16} /> {words}
        </p>
      ))}
      <p class="book-line-acts no-print">
        <a class="quiet-link" href={`/replay/${id}/${line.line}`} onClick={followLink}>
          {say('book.watch')}
        </a>
        <a class="quiet-link" href={`/crew/${id}/games/${line.line}/record`} download>
          {say('book.replay')}
        </a>
        {onAgain !== null && line.scenario !== null && (
          <Button kind="quiet" icon="people" onPress={() => onAgain(line)}>
            {say('book.again')}
          </Button>
        )}
        {onStrike !== null && (
          <ConfirmButton yes={say('book.strikeSure')} onYes={() => onStrike(line.line)}>
            {say('book.strike')}
          </ConfirmButton>
        )}
      </p>
    </li>
  );
}
