/** The edition of the physical game, with its scenarios and numbers of players (TM-3h). */
import {
  EDITION_RULES,
  type Edition,
  LETTER_SWITCHES,
  playersAllowed,
  SCENARIOS,
  type Scenario,
} from '@hush/rules';
import { factsOfScenario, LAST_INTRODUCTION, type RuleFacts } from '../rulebook/facts.ts';
import type { OwnBox } from './stored.ts';

export const scenarioIn = ({ scenario }: OwnBox): Scenario =>
  SCENARIOS[scenario - 1] ?? (SCENARIOS[0] as Scenario);

/** The edition of the box; the revised one until the players have chosen. */
export const editionIn = ({ edition }: OwnBox): Edition => edition ?? 'revised';

export const scenariosIn = (edition: Edition): readonly Scenario[] =>
  SCENARIOS.slice(0, EDITION_RULES[edition].scenarios);

/** The numbers of players for this scenario with this box; Pocket has no solo game (SO-5a). */
export function playersIn(
  edition: Edition,
  number: number,
): { readonly least: number; readonly most: number } {
  const { least, most } = playersAllowed(SCENARIOS[number - 1]?.rules ?? []);
  return { least: EDITION_RULES[edition].solo ? least : Math.max(2, least), most };
}

/** The nearest choice that this box offers; a level that the scenario does not have is dropped. */
export function fittedBox({ scenario, players, edition, level }: OwnBox): OwnBox {
  const named = edition ?? 'revised';
  const number = Math.min(scenario, EDITION_RULES[named].scenarios);
  const { least, most } = playersIn(named, number);
  const keeps = level !== undefined && number === scenario;
  return {
    scenario: number,
    players: Math.min(most, Math.max(least, players)),
    ...(keeps ? { level } : {}),
    ...(edition === undefined ? {} : { edition }),
  };
}

export const boxWithScenario = ({ level: _, ...box }: OwnBox, number: number): OwnBox =>
  fittedBox({ ...box, scenario: number });

export const boxWithEdition = (box: OwnBox, edition: Edition): OwnBox => fittedBox({ ...box, edition });

const BY_THE_LETTER: RuleFacts['house'] = Object.fromEntries(LETTER_SWITCHES.map(name => [name, true]));

/** Whether players may talk before the start: the Polish rules forbid talk in 14 and 15 only during the game (SC-14d). */
const talksBefore = (box: OwnBox): boolean =>
  editionIn(box) === '2021-pl' && scenarioIn(box).rules.includes('noTalk');

/** The facts for the rules as the rulebook prints them: at a real table nobody enforces our rulings. */
export const factsOfBox = (box: OwnBox): RuleFacts => ({
  ...factsOfScenario(scenarioIn(box), editionIn(box), box),
  house: { ...BY_THE_LETTER, quietSetUp: !talksBefore(box) },
});

/** Whether this edition's book does not offer scenario 7 with so many tiles (SC-Lc). */
export function isOurLevel(box: OwnBox): boolean {
  const { number, levels } = scenarioIn(box);
  const printed = levels[0];
  return (
    number === LAST_INTRODUCTION &&
    !EDITION_RULES[editionIn(box)].moreTiles &&
    printed !== undefined &&
    (box.level ?? printed) > printed
  );
}

/** Whether turning the hourglass passes the action tiles (SC-3d, SC-3e); then the hourglass shows a reminder (SC-3g). */
export const turnPassesTiles = (box: OwnBox): boolean =>
  box.players > 1 && scenarioIn(box).rules.includes('passTiles');
