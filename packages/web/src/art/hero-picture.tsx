/** A hero as a picture for chips and lists; `size` is its width in pixels. */
import type { Hero } from '@hush/rules';
import type { JSX } from 'preact';
import { DOLL, heroAddress } from './sheets.ts';

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
    height={Math.round((size * DOLL.height) / DOLL.width)}
    src={heroAddress(hero)}
  />
);
