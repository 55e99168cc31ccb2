/** What is new in a scenario, in one picture: pieces of the mall as it is drawn on the board, and who they are for. */
import { deckOf, type Feature, HEROES, type Hero, type Tile } from '@hush/rules';
import type { JSX } from 'preact';
import { HeroPicture } from '../art/hero-picture.tsx';
import { Icon, type IconName } from '../art/icon.tsx';
import { facesOf } from '../board/layout.ts';
import { MARGIN, tileAddress } from '../board/tile-picture.ts';

const CELL = 60;

const tiles: readonly Tile[] = Object.values(deckOf({ tiles: null, side: 'A' })).flatMap(tile => tile ?? []);

const looks = (feature: Feature | null | undefined, type: Feature['type'], hero?: Hero): boolean =>
  feature?.type === type && (hero === undefined || ('hero' in feature && feature.hero === hero));

interface Place {
  readonly tile: Tile;
  /** Where to look, in squares from the tile's corner. */
  readonly x: number;
  readonly y: number;
}

const middleOf = (tile: Tile, square: number): Place => ({
  tile,
  x: (square & 3) + 0.5,
  y: (square >> 2) + 0.5,
});

/** The nth tile that has such a thing, and where. */
function find(type: Feature['type'], hero?: Hero, nth = 0): Place | undefined {
  const found = tiles.flatMap(tile => {
    const square = tile.features.findIndex(feature => looks(feature, type, hero));
    return square < 0 ? [] : [middleOf(tile, square)];
  });
  return found[nth];
}

/** An orange wall with its passage. */
function findPassage(): Place | undefined {
  for (const tile of tiles) {
    const edge = tile.edges.indexOf('orange');
    if (edge < 0) continue;
    const { x, y } = middleOf(tile, edge >> 2);
    const [dx = 0, dy = 0] = [
      [0, -0.5],
      [0.5, 0],
      [0, 0.5],
      [-0.5, 0],
    ][edge & 3] ?? [0, 0];
    return { tile, x: x + dx, y: y + dy };
  }
  return undefined;
}

const MOOD = {
  alarm: false,
  noVortex: false,
  shows: { balls: true, cameras: true, passages: true, loudspeakers: true },
};

/** A window onto a tile, so many squares wide. */
function Window({
  at,
  wide = 2.4,
}: {
  readonly at: Place | undefined;
  readonly wide?: number;
}): JSX.Element | null {
  if (at === undefined) return null;
  const { tile: drawing, x, y } = at;
  const laid = { drawing, turn: 0, x: 0, y: 0, joined: drawing.openings.map(() => true) };
  const faces = facesOf(laid as unknown as Parameters<typeof facesOf>[0], []);
  const address = tileAddress({
    drawing,
    turn: 0,
    faces,
    lamps: [true, true, true, true],
    outOfOrder: [],
    mood: MOOD,
  });
  const size = 4 * CELL + 2 * MARGIN;
  const half = (wide * CELL) / 2;
  // Never beyond the rim: outside there is nothing to see.
  const inside = (middle: number): number => Math.min(4 * CELL - half, Math.max(half, middle * CELL)) - half;
  return (
    <svg class="window" viewBox={`${inside(x)} ${inside(y)} ${2 * half} ${2 * half}`} aria-hidden="true">
      <image href={address} x={-MARGIN} y={-MARGIN} width={size} height={size} />
    </svg>
  );
}

const exits = (heroes: readonly Hero[]): JSX.Element => (
  <>
    {heroes.map(hero => (
      <span key={hero} class="stand tight">
        <Window at={find('exit', hero)} wide={1.6} />
        <HeroPicture hero={hero} size={30} />
      </span>
    ))}
  </>
);

const withHero = (at: Place | undefined, hero: Hero, wide?: number): JSX.Element => (
  <span class="stand">
    <Window at={at} {...(wide === undefined ? {} : { wide })} />
    <HeroPicture hero={hero} size={46} />
  </span>
);

const PASSED: readonly (readonly [IconName, number])[] = [
  ['arrow', 0],
  ['explore', 0],
  ['arrow', 270],
  ['stairs', 0],
];

const passing = (): JSX.Element => (
  <>
    {PASSED.map(([icon, turn], i) => (
      <span key={i} class="card">
        <Icon name={icon} turn={turn} size={30} />
      </span>
    ))}
    <Icon name="back" size={34} />
    <Icon name="glass" size={44} />
  </>
);

const PICTURES: Readonly<Record<number, () => JSX.Element>> = {
  1: () => (
    <>
      <Window at={find('exit', 'mage')} />
      <span class="crowd">
        {HEROES.map(hero => (
          <HeroPicture key={hero} hero={hero} size={36} />
        ))}
      </span>
    </>
  ),
  2: () => exits(HEROES),
  3: passing,
  4: () => (
    <>
      {withHero(findPassage(), 'dwarf')}
      <span class="stand">
        <Icon name="loudspeaker" size={44} />
        <HeroPicture hero="elf" size={46} />
      </span>
    </>
  ),
  5: () => withHero(find('ball'), 'mage', 3),
  6: () => (
    <>
      {withHero(find('camera'), 'barbarian')}
      <Window at={find('hourglass')} wide={1.8} />
    </>
  ),
  7: () => (
    <>
      {[0, 1, 2, 3].map(nth => (
        <Window key={nth} at={find('camera', undefined, nth)} wide={1.6} />
      ))}
    </>
  ),
};

const CHALLENGE_ICONS: Readonly<Record<number, readonly IconName[]>> = {
  8: ['tiles', 'eye'],
  9: ['crown', 'people'],
  10: ['swap', 'gem'],
  11: ['tiles', 'swap'],
  12: ['hand', 'hush'],
  13: ['tiles', 'vortex', 'tiles'],
  14: ['hush'],
  15: ['stare'],
  16: ['vortex', 'ban'],
  17: ['people', 'ban'],
};

/** Decoration: the sentence beside it says the same. */
export const ScenarioPicture = ({ number }: { readonly number: number }): JSX.Element => (
  <div class={`scenario-picture ${number > 7 ? 'small' : ''}`} aria-hidden="true">
    {PICTURES[number]?.() ??
      CHALLENGE_ICONS[number]?.map((name, i) => <Icon key={i} name={name} size={28} />)}
  </div>
);
