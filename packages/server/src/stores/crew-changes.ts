/** Turns a request into the events of a crew's book; it writes nothing itself. */
import {
  type Crew,
  type CrewChange,
  type CrewEvent,
  type Entered,
  enteringProblem,
  evolveCrew,
  mayChange,
  type WhyNotEntered,
} from '@hush/protocol';
import { err, ok, type Result } from '@hush/rules';

/** A game to enter, with its record. */
export interface BookEntry {
  readonly entered: Entered;
  readonly text: string;
}

/** A book, and the version of its log. */
export interface ReadBook {
  readonly crew: Crew;
  readonly version: number;
}

/** Whether names in earlier events must be deleted after this event. */
export const removesName = ({ type }: CrewEvent): boolean => type === 'lineStruck' || type === 'crewRenamed';

/** Leaves out games that are already in the book; returns `known` if all of them are. */
export function enteringOf(
  crew: Crew,
  entries: readonly BookEntry[],
): Result<readonly BookEntry[], WhyNotEntered> {
  const entering: BookEntry[] = [];
  let book = crew;
  for (const entry of entries) {
    const problem = enteringProblem(book, entry.entered);
    if (problem === 'known') continue;
    if (problem !== null) return err(problem);
    entering.push(entry);
    book = evolveCrew(book, eventOf(entry)) ?? book;
  }
  return entering.length === 0 && entries.length > 0 ? err('known') : ok(entering);
}

const eventOf = ({ entered }: BookEntry): CrewEvent => ({ type: 'gameEntered', ...entered });

export function enteringAll(
  crew: Crew,
  entries: readonly BookEntry[],
): Result<readonly CrewEvent[], WhyNotEntered> {
  const entering = enteringOf(crew, entries);
  return entering.ok ? ok(entering.value.map(eventOf)) : entering;
}

/** Events for the fields that differ; none for values that are already set. */
export function adjusting(
  { crew, version }: ReadBook,
  { name, shown, skip }: CrewChange,
): Result<readonly CrewEvent[], 'restless'> {
  const events: CrewEvent[] = [];
  if (name !== undefined && name !== crew.name) events.push({ type: 'crewRenamed', name });
  if (shown !== undefined && shown !== crew.shown) events.push({ type: 'boardShown', shown });
  if (skip !== undefined && skip.skipped !== crew.skipped.includes(skip.scenario))
    events.push({ type: 'scenarioSkipped', ...skip });
  return events.length === 0 || mayChange(crew, version, events.length) ? ok(events) : err('restless');
}
