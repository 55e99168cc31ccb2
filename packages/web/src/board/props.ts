/**
 * Drawings of goods and furniture in squares that no hero can enter: 60 by 60, seen from above and slightly from the
 * south.
 */
import type { Prop } from './floors.ts';

const BOTTLES = ['#a9c7e8', '#e6b3c8', '#c8e0a8', '#f0d79a', '#c6b6ea'];
const JARS = ['#b8784a', '#8aa0b8', '#a96a6a', '#9aa86a'];
const shadow = (ry: number, cy = 49): string =>
  `<ellipse cx="30" cy="${cy}" rx="20" ry="${ry}" opacity=".26"/>`;

export const PROPS: Readonly<Record<Prop, string>> = {
  shelf:
    '<rect x="5" y="10" width="50" height="44" rx="4" fill="#3d2716"/><rect x="5" y="6" width="50" height="40" rx="4" fill="#74502d"/><path d="M9 10h42v14H9zM9 28h42v14H9z" fill="#2c1b10"/>' +
    BOTTLES.map(
      (color, i) => `<path d="M${12 + i * 8.2} 23v-6l1.5-2v-2h2v2l1.5 2v6z" fill="${color}"/>`,
    ).join('') +
    JARS.map(
      (color, i) =>
        `<rect x="${11 + i * 10}" y="${31 + (i % 2) * 2}" width="7" height="${10 - (i % 2) * 2}" rx="1" fill="${color}"/>`,
    ).join('') +
    '<path d="M5 8h50" stroke="#c09a68" stroke-width="2"/>',
  crate:
    '<rect x="9" y="16" width="42" height="38" rx="3" fill="#4a3018"/><rect x="9" y="9" width="42" height="34" rx="3" fill="#a8763f"/><path d="M12 12h36v28H12zl36 28M48 12 12 40" fill="none" stroke="#6b451f" stroke-width="3"/><path d="M10 10h40" stroke="#e0b57c" stroke-width="2"/>',
  plant:
    `${shadow(6, 50)}<path d="M17 34h26l-4 17q-9 4-18 0z" fill="#b5613f"/><path d="M15 31h30v6H15z" fill="#d27d55"/>` +
    '<path d="M30 34C12 32 8 20 10 10c10 2 18 10 20 24z" fill="#3f8f62"/><path d="M30 34c18-2 22-14 20-24-10 2-18 10-20 24z" fill="#57ab78"/><path d="M30 34C22 22 24 10 30 3c6 7 8 19 0 31z" fill="#6fc48f"/>',
  barrel: `${shadow(8, 48)}<path d="M12 20q-4 14 0 27 18 9 36 0 4-13 0-27z" fill="#8a5a30"/><path d="M11 28q19 8 38 0M11 39q19 8 38 0" stroke="#3d2a1a" stroke-width="4" fill="none"/><ellipse cx="30" cy="20" rx="18" ry="7.5" fill="#b98650" stroke="#5c3c1e" stroke-width="2"/>`,
  rack: '<rect x="6" y="42" width="48" height="11" rx="3" fill="#3d2716"/><rect x="6" y="37" width="48" height="10" rx="3" fill="#7d5a34"/><path d="M15 39V10M27 39V7M39 39V9M49 39V13" stroke="#c7cfdd" stroke-width="3.5" stroke-linecap="round"/><path d="M11 26h8M23 26h8M35 26h8" stroke="#d9b26a" stroke-width="3" stroke-linecap="round"/><circle cx="49" cy="20" r="8" fill="#8f5140" stroke="#e8cfa0" stroke-width="2"/>',
  anvil: `${shadow(6)}<rect x="18" y="36" width="24" height="14" rx="3" fill="#6b451f"/><path d="M8 20h34q8 1 11-2-1 10-13 12v6H20v-6Q9 29 8 20z" fill="#59617a"/><path d="M9 20h33q7 1 10-2" fill="none" stroke="#aab4cc" stroke-width="2.5"/><path d="m33 14 10-9 5 5-10 8z" fill="#a77a46"/>`,
  fountain:
    '<circle cx="30" cy="32" r="25" fill="#5d5a74"/><circle cx="30" cy="29" r="25" fill="#a9a5bb"/><circle cx="30" cy="29" r="20" fill="#3f77a8"/><circle cx="30" cy="29" r="14" fill="none" stroke="#8fc4ea" stroke-width="2" opacity=".7"/><circle cx="30" cy="28" r="7" fill="#c7c3d6"/><path d="M30 28c-8-3-10-10-9-15M30 28c8-3 10-10 9-15M30 28V9" stroke="#d8efff" stroke-width="2.2" fill="none" stroke-linecap="round"/>',
  cauldron: `${shadow(7)}<path d="M11 22q-6 16 6 27h26q12-11 6-27z" fill="#3a3f55"/><path d="M14 30q-1 9 5 16" stroke="#7d86a6" stroke-width="3" fill="none" stroke-linecap="round"/><ellipse cx="30" cy="22" rx="21" ry="8" fill="#565d7a"/><ellipse cx="30" cy="22" rx="17" ry="5.5" fill="#8fb59a"/><circle cx="25" cy="21" r="2.5" fill="#c4dcc8"/><circle cx="34" cy="23" r="1.8" fill="#c4dcc8"/><circle cx="31" cy="12" r="3" fill="#c4dcc8" opacity=".6"/>`,
  statue: `${shadow(6, 51)}<rect x="15" y="42" width="30" height="10" rx="2" fill="#6f6b84"/><rect x="17" y="38" width="26" height="7" rx="2" fill="#a9a5bb"/><path d="M22 39c-1-9 2-14 8-14s9 5 8 14z" fill="#c7c3d6"/><circle cx="30" cy="17" r="7.5" fill="#d8d5e3"/><path d="M23 16q7-12 14 0" fill="none" stroke="#8f8ba6" stroke-width="2.5"/><path d="M33 25c3 3 4 8 4 13" stroke="#8f8ba6" stroke-width="2" fill="none"/>`,
};
