/** The picture beside a sentence: a part of the mall as the board draws it, or an icon of its topic. */
import { HEROES, type Hero } from '@hush/rules';
import type { JSX } from 'preact';
import { Icon, type IconName } from '../art/icon.tsx';
import { EYES_ART, pawnArt, tapArt } from '../art/pawn.ts';
import { HERO_SIZE, heroAddress } from '../art/sheets.ts';
import { setDrawing } from '../art/trusted-markup.ts';
import { CELL_SIZE } from '../board/layout.ts';
import type { ShownSentence } from './sentences.ts';
import {
  findDoor,
  findEscalator,
  findFeature,
  findPassage,
  PassageWindow,
  type TileMood,
  type TilePlace,
  TileWindow,
} from './tile-window.tsx';

/** A hero at a point of the picture; `wide` is the hero’s width in squares. */
const Doll = ({
  hero,
  x,
  y,
  wide = 0.62,
}: {
  readonly hero: Hero;
  readonly x: number;
  readonly y: number;
  readonly wide?: number;
}): JSX.Element => {
  const [width, height] = [wide * CELL_SIZE, (wide * CELL_SIZE * HERO_SIZE.height) / HERO_SIZE.width];
  return (
    <image
      href={heroAddress(hero)}
      x={x * CELL_SIZE - width / 2}
      y={(y + 0.28) * CELL_SIZE - height}
      width={width}
      height={height}
    />
  );
};

const scene = (
  at: TilePlace | undefined,
  { hero, wide = 1.7, mood = {} }: { hero?: Hero; wide?: number; mood?: TileMood } = {},
): JSX.Element => (
  <TileWindow at={at} wide={wide} mood={mood}>
    {at !== undefined && hero !== undefined && <Doll hero={hero} x={at.x} y={at.y} />}
  </TileWindow>
);

const icons = (...names: readonly IconName[]): JSX.Element => (
  <span class="rule-icons">
    {names.map(name => (
      <Icon key={name} name={name} size={names.length > 1 ? 26 : 36} />
    ))}
  </span>
);

/** The picture of an action tile with its actions. */
const card = (...signs: readonly (readonly [IconName, number])[]): JSX.Element => (
  <span class="rule-card">
    {signs.map(([name, turn]) => (
      <Icon key={`${name}${turn}`} name={name} turn={turn} size={signs.length > 1 ? 22 : 32} />
    ))}
  </span>
);

const signal = (art: string): JSX.Element => (
  <svg
    key={art.length}
    class="rule-signal"
    viewBox="0 0 64 64"
    aria-hidden="true"
    ref={element => {
      if (element !== null && element.childElementCount === 0) setDrawing(element, art);
    }}
  />
);

const crowd = (): JSX.Element => (
  <svg class="window" viewBox="0 0 120 120" aria-hidden="true">
    {HEROES.map((hero, i) => (
      <Doll key={hero} hero={hero} x={0.32 + i * 0.46} y={i % 2 === 0 ? 1.2 : 1.6} wide={0.72} />
    ))}
  </svg>
);

const EXIT: TileMood = { alarm: true };

const openWay = (): JSX.Element => (
  <PassageWindow>
    <Doll hero="mage" x={2.5} y={-0.5} />
    <Doll hero="dwarf" x={2.5} y={0.55} />
  </PassageWindow>
);

/** A door whose hero stands one square away, so that the sign of the door is visible. */
const atDoor = (): JSX.Element => {
  const at = findDoor('barbarian');
  return (
    <TileWindow at={at} wide={2.1}>
      {at !== undefined && <Doll hero="barbarian" x={at.x} y={at.y + 0.85} />}
    </TileWindow>
  );
};

/**
 * For each rule about exits, which hero stands on the purple exit in the picture: in scenario 10 it is not the mage
 * (SC-10b).
 */
const LEAVING: Readonly<Record<string, { readonly hero: Hero }>> = {
  'rule.leaving.stays': { hero: 'dwarf' },
  'rule.leaving.blocks': { hero: 'mage' },
};

const nudgeOf = (key: string): JSX.Element => {
  if (key.includes('.no')) return signal(EYES_ART);
  return signal(/tap/i.test(key) ? tapArt(2) : pawnArt(2));
};

const handOrWords = (key: string): JSX.Element => icons(/ands$/.test(key) ? 'hand' : 'speech');

/** The picture for each topic; for some topics it depends on the sentence. */
const PICTURES: Readonly<Record<string, (key: string) => JSX.Element>> = {
  plan: crowd,
  warning: key =>
    key === 'rule.warning.malls' ? icons('warning') : scene(findFeature('camera'), { wide: 1.5 }),
  turns: key => (key === 'rule.turns.pile' ? card(['tiles', 0]) : icons('again')),
  heroes: () => card(['arrow', 0], ['explore', 0]),
  leader: () => icons('crown'),
  move: () => card(['arrow', 90]),
  stop: () => icons('hand'),
  explore: atDoor,
  vortex: key =>
    scene(findFeature('vortex', 'elf'), { wide: 1.5, mood: { noVortex: key === 'rule.vortex.off' } }),
  escalator: () => scene(findEscalator(), { wide: 2.4 }),
  passage: openWay,
  malls: () => icons('tiles', 'vortex', 'tiles'),
  gatherings: () => icons('people', 'ban'),
  dwarf: () => scene(findPassage(), { wide: 1.8 }),
  ball: () => scene(findFeature('ball'), { wide: 1.5 }),
  sand: () => icons('glass'),
  turn: () => scene(findFeature('hourglass'), { wide: 1.5 }),
  passing: key => (key === 'rule.passing.shuffle' ? icons('tiles', 'again') : icons('back', 'tiles')),
  cameras: () => scene(findFeature('camera'), { wide: 1.5 }),
  walls: () => icons('tiles', 'swap'),
  items: () => scene(findFeature('item', 'dwarf'), { wide: 1.5 }),
  alarm: key =>
    key === 'rule.alarm.plain'
      ? icons('bell')
      : scene(findFeature('vortex', 'mage'), { wide: 1.5, mood: EXIT }),
  exits: key =>
    scene(
      findFeature('exit', 'mage'),
      key === 'rule.exits.other' ? { hero: 'dwarf', mood: EXIT } : { wide: 1.5, mood: EXIT },
    ),
  leaving: key => scene(findFeature('exit', 'mage'), LEAVING[key] ?? { wide: 1.5 }),
  early: () => scene(findFeature('exit', 'mage'), { wide: 1.5 }),
  silence: key => icons(key.includes('.free') ? 'speech' : 'hush'),
  nudge: nudgeOf,
  window: handOrWords,
  elf: key => scene(findDoor('elf'), { mood: { muted: key === 'rule.elf.mute' } }),
  agreed: () => icons('speech'),
  before: key => (key === 'rule.before.silent' ? icons('hush') : handOrWords(key)),
  stack: key => icons(...(key === 'rule.stack.up' ? (['tiles', 'eye'] as const) : (['tiles'] as const))),
  side: () => icons('fit'),
  start: crowd,
  deal: () => card(['arrow', 0], ['explore', 0]),
  doubles: () => icons('people'),
  pause: () => icons('pause'),
  seven: () => icons('book'),
  harder: () => icons('plus'),
  book: () => icons('book'),
};

/** The picture is hidden from screen readers, because the sentence beside it says the same. */
export const RulePicture = ({ sentence }: { readonly sentence: ShownSentence }): JSX.Element => (
  <span class="rule-picture" aria-hidden="true">
    {PICTURES[sentence.topic]?.(sentence.key)}
  </span>
);
