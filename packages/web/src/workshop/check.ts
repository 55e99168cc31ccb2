/**
 * Checks a scenario while it is being built: which rule it breaks, and what can never work. A finding has a sentence of
 * the page if there is one, otherwise the code of the rules.
 */
import { type InputProblem, sheetProblem } from '@hush/protocol';
import {
  deckOf,
  type Feature,
  HEROES,
  type Hero,
  parseTiles,
  playersAllowed,
  type RuleSwitch,
  type Tile,
  type TileNumber,
} from '@hush/rules';
import { type ScenarioDraft, sheetOfDraft } from './draft.ts';

export const FINDINGS = [
  'name',
  'missing',
  'start',
  'three',
  'players',
  'sand',
  'size',
  'item',
  'exit',
  'shared',
  'noGlass',
  'idle',
] as const;

export interface DraftFinding {
  /** `breaks`: the scenario cannot be played. `hopeless`: it cannot be won. `note`: information only. */
  readonly weight: 'breaks' | 'hopeless' | 'note';
  /** The id of the rule that the finding is about. */
  readonly rule: string;
  readonly what: (typeof FINDINGS)[number] | InputProblem['code'];
  readonly values: Readonly<Record<string, string | number>>;
  readonly hero?: Hero;
}

const SECOND_START = 3;
/** The most characters that the server accepts. */
const LARGEST = 64 * 1024;

type Deck = ReturnType<typeof deckOf>;

/** Returns the tiles that the draft can use; null if the draft's own set cannot be read, which is reported separately. */
const deckFor = ({ tiles, side }: ScenarioDraft): Deck | null =>
  tiles !== null && !parseTiles(tiles).ok ? null : deckOf({ tiles, side });

/** Every tile that may be in the stack. */
export const tilesIn = (draft: ScenarioDraft): readonly Tile[] =>
  Object.values(deckFor(draft) ?? ({} as Deck)).flatMap(tile =>
    tile === undefined || tile.number === 1 ? [] : [tile],
  );

export function draftFindings(draft: ScenarioDraft): readonly DraftFinding[] {
  const deck = deckFor(draft);
  if (deck === null) return [];
  const broken = [...numbers(draft), ...stackFindings(draft, deck)];
  if (broken.length > 0) return broken;
  const problem = sheetProblem(sheetOfDraft(draft));
  if (problem !== null)
    return [{ weight: 'breaks', rule: problem.rule ?? 'SC-C', what: problem.code, values: problem.values }];
  return [...hopeless(draft, deck), ...notes(draft, deck)];
}

const breaks = (
  rule: string,
  what: DraftFinding['what'],
  values: DraftFinding['values'] = {},
): DraftFinding => ({
  weight: 'breaks',
  rule,
  what,
  values,
});

function numbers(draft: ScenarioDraft): readonly DraftFinding[] {
  const { name, hourglass, players, rules } = draft;
  const { least, most } = playersAllowed(rules);
  const found: DraftFinding[] = [];
  if (name.trim() === '') found.push(breaks('GB-2', 'name'));
  if (!(hourglass >= 10 && hourglass <= 3600)) found.push(breaks('HG-1', 'sand'));
  if (players < least || players > most) found.push(breaks('SC-9n', 'players', { least, most, n: players }));
  if (new TextEncoder().encode(JSON.stringify(sheetOfDraft(draft))).length > LARGEST)
    found.push(breaks('CO-1', 'size'));
  return found;
}

function stackFindings({ stack, top, side, rules }: ScenarioDraft, deck: Deck): readonly DraftFinding[] {
  const found = [...top, ...stack]
    .filter(tile => deck[tile] === undefined)
    .map(n => breaks('CO-1', 'missing', { n }));
  if (deck[1] === undefined) found.push(breaks('CO-1', 'start', { side }));
  if (rules.includes('twoMalls') && [...top, ...stack].includes(SECOND_START))
    found.push(breaks('SC-13', 'three'));
  return found;
}

const has = (features: readonly (Feature | null)[], type: Feature['type'], hero?: Hero): boolean =>
  features.some(
    feature => feature?.type === type && (hero === undefined || ('hero' in feature && feature.hero === hero)),
  );

/** All tiles that can ever lie in the mall. */
function tilesOf({ stack, top, rules }: ScenarioDraft): readonly TileNumber[] {
  return [1, ...(rules.includes('twoMalls') ? [SECOND_START] : []), ...top, ...stack];
}

function hopeless(draft: ScenarioDraft, deck: Deck): readonly DraftFinding[] {
  const features = tilesOf(draft).flatMap(tile => deck[tile]?.features ?? []);
  const each = draft.rules.includes('ownExits') || draft.rules.includes('wrongHands');
  const exits: readonly Hero[] = each ? HEROES : ['mage'];
  const lack = (rule: string, what: 'item' | 'exit', hero: Hero): DraftFinding => ({
    weight: 'hopeless',
    rule,
    what,
    values: {},
    hero,
  });
  const found = [
    ...HEROES.filter(hero => !has(features, 'item', hero)).map(hero => lack('TH-1', 'item', hero)),
    ...exits
      .filter(hero => !has(features, 'exit', hero))
      .map(hero => lack(each ? 'SC-2' : 'TH-3', 'exit', hero)),
  ];
  if (draft.rules.includes('noGatherings') && !each)
    found.push({ weight: 'hopeless', rule: 'SC-17', what: 'shared', values: {}, hero: 'mage' });
  return found;
}

const NEEDS: readonly (readonly [Feature['type'], RuleSwitch])[] = [
  ['ball', 'crystalBall'],
  ['camera', 'cameras'],
];

function notes(draft: ScenarioDraft, deck: Deck): readonly DraftFinding[] {
  const tiles = tilesOf(draft);
  const note = (rule: string, what: DraftFinding['what'], values = {}): DraftFinding => ({
    weight: 'note',
    rule,
    what,
    values,
  });
  const idle = tiles.filter(tile =>
    NEEDS.some(([type, rule]) => !draft.rules.includes(rule) && has(deck[tile]?.features ?? [], type)),
  );
  const glasses = tiles.some(tile => has(deck[tile]?.features ?? [], 'hourglass'));
  return [...(glasses ? [] : [note('HG-3', 'noGlass')]), ...idle.map(n => note('SC-L', 'idle', { n }))];
}

/** Whether no finding keeps the scenario from being played. */
export const isPlayable = (draft: ScenarioDraft, findings: readonly DraftFinding[]): boolean =>
  deckFor(draft) !== null && findings.every(({ weight }) => weight !== 'breaks');
