/**
 * The list of events with their times. Pressing a row jumps to its event, and the list scrolls so that the
 * current row is visible.
 */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { locale, say } from '../i18n/catalogs.ts';
import { clockText } from '../table/names.ts';
import { type Film, type FilmLine, filmLinesOf } from './film.ts';
import type { Projector } from './projector.ts';

/** How many rows are shown before and after the current one, because a long game has thousands of events. */
const AROUND = 120;

export function EventList({
  film,
  projector,
}: {
  readonly film: Film;
  readonly projector: Projector;
}): JSX.Element {
  const told = useMemo(() => filmLinesOf(film), [film, locale.value]);
  const frame = projector.frame.value;
  const now = told.findLastIndex(line => line.frame <= frame);
  const from = Math.max(0, now - AROUND);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Scrolls the list only, not the page.
    const line = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current !== null && line != null)
      list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2 + line.clientHeight / 2;
  }, [now]);
  return (
    <section class="panel replay-events" aria-labelledby="replay-events">
      <h2 id="replay-events">{say('end.timeline')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ol ref={list} tabIndex={0} aria-labelledby="replay-events">
        {told.slice(from, now + AROUND).map((line, i) => (
          <Line
            key={line.frame}
            line={line}
            isNow={from + i === now}
            onPress={() => projector.show(line.frame)}
          />
        ))}
      </ol>
    </section>
  );
}

const Line = ({
  line,
  isNow,
  onPress,
}: {
  readonly line: FilmLine;
  readonly isNow: boolean;
  readonly onPress: () => void;
}): JSX.Element => (
  <li aria-current={isNow ? 'step' : undefined}>
    <button type="button" onClick={onPress}>
      <time>{clockText(line.at)}</time>
      <span>{line.text}</span>
    </button>
  </li>
);
