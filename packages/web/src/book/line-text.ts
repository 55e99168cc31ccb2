/** One line of the book in words: who, when, how well, and what was special about it. */
import { type BookLine, dateOfDay } from '@hush/protocol';
import type { Deviation } from '@hush/rules';
import type { IconName } from '../art/icon.tsx';
import { locale, say } from '../i18n/catalogs.ts';
import { clock, scenarioName } from '../table/names.ts';

export const titleOf = ({ scenario, name }: Pick<BookLine, 'scenario' | 'name'>): string =>
  scenario === null ? name : say('game.scenario', { n: scenario, name: scenarioName(scenario, name) });

/** A day where it was played, whatever the reader's clock says. */
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

/** What is special about a line: company, house settings, another server. */
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

/** Everything about a line in one breath. */
export const spokenLine = (line: BookLine): string =>
  [
    say('book.turned', { n: line.turned }),
    say('book.left', { time: clock(line.timeLeft) }),
    namesText(line.names),
    say('book.players', { n: line.players }),
    ...signsOf(line).map(({ words }) => words),
  ].join(', ');
