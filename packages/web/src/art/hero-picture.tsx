/** A hero as a picture for chips and lists; `size` is its width in pixels. */
import type { Hero } from '@hush/rules';
import type { JSX } from 'preact';
import { HERO_SIZE, heroAddress } from './sheets.ts';

export const HeroPicture = ({
  hero,
  size = 46,
}: {
  readonly hero: Hero;
  readonly size?: number;
}): JSX.Element => (
  <img
    class="hero-picture"
    alt=""
    draggable={false}
    width={size}
    height={Math.round((size * HERO_SIZE.height) / HERO_SIZE.width)}
    src={heroAddress(hero)}
  />
);
