/** Glyphs and animals as components. They are hidden from screen readers; the element around them has the label. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { GLYPHS, type GlyphName } from './glyphs.ts';
import type { MoreIcon } from './more-glyphs.ts';
import { animalAddress } from './sheets.ts';
import { setDrawing } from './trusted-markup.ts';

export type IconName = GlyphName | MoreIcon;

const more = signal<Readonly<Record<string, string>>>({});
let asked: Promise<void> | null = null;

/** Loads the glyphs that only other screens need. If the network is down, only these glyphs are missing. */
export function loadMoreGlyphs(): Promise<void> {
  asked ??= import('./more-glyphs.ts').then(
    ({ MORE_GLYPHS }) => {
      more.value = MORE_GLYPHS;
    },
    () => {
      asked = null; // after an error the next use loads the glyphs again
    },
  );
  return asked;
}

function svgOf(name: IconName): string {
  const known = (GLYPHS as Readonly<Record<string, string>>)[name] ?? more.value[name];
  if (known === undefined) void loadMoreGlyphs();
  return known ?? '';
}

type Drawer = (element: Element | null) => void;

/** A cache with one ref function for each drawing, so that a picture is drawn again only when it changes. */
const drawers = new Map<string, Drawer>();

function drawing(svg: string): Drawer {
  const known = drawers.get(svg);
  if (known !== undefined) return known;
  const drawer: Drawer = element => {
    if (element !== null) setDrawing(element, svg);
  };
  drawers.set(svg, drawer);
  return drawer;
}

interface Picture {
  readonly size?: number;
  readonly class?: string;
  /** By how many degrees the glyph is turned clockwise; used for arrows. */
  readonly turn?: number;
}

const Glyph = ({ svg, size = 24, turn, ...rest }: Picture & { readonly svg: string }): JSX.Element => (
  <svg
    class={`icon ${rest.class ?? ''}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="currentColor"
    aria-hidden="true"
    style={turn === undefined ? undefined : { transform: `rotate(${turn}deg)` }}
    ref={drawing(svg)}
  />
);

export const Icon = ({ name, ...rest }: Picture & { readonly name: IconName }): JSX.Element => (
  <Glyph {...rest} svg={svgOf(name)} />
);

/** A person's animal. One that this page does not know is drawn as a plain person; a newer server may send it. */
export function AvatarIcon({
  avatar,
  size = 24,
}: {
  readonly avatar: string;
  readonly size?: number;
}): JSX.Element {
  const address = animalAddress(avatar);
  if (address === undefined) return <Icon name="people" size={size} />;
  return <img class="icon" alt="" width={size} height={size} draggable={false} src={address} />;
}
