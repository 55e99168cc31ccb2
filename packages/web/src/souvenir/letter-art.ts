/** The picture of the sealed letter. It is the same on every day, so it reveals nothing about the deal. */
import { asAddress, svgOf } from '../art/picture.ts';

/** Points on a wavy circle, the rim of the wax seal. */
const WAX = Array.from({ length: 180 }, (_, i) => {
  const angle = (i / 180) * 2 * Math.PI;
  const r = 56 + 3 * Math.sin(15 * angle);
  return `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
}).join('L');

const PAPER_ART =
  '<defs><linearGradient id="paper" x2="0" y2="1"><stop offset="0" stop-color="#fff6df"/><stop offset="1" stop-color="#e2cb97"/></linearGradient></defs>' +
  '<rect x="-170" y="-114" width="340" height="228" rx="18" fill="#05040f" opacity=".45" transform="translate(0 10)"/>' +
  '<rect x="-170" y="-114" width="340" height="228" rx="18" fill="url(#paper)"/>' +
  '<path d="M-168-104 0 26 168-104M-166 106-40 0M166 106 40 0" fill="none" stroke="#b8925a" stroke-width="3"/>';
const SEAL_ART =
  `<path d="M${WAX}Z" fill="#b3202f"/><circle r="43" fill="#cf3442" stroke="#8f1722" stroke-width="4"/>` +
  '<g transform="translate(-24 -24) scale(2)" fill="#ffe3a0" stroke="#ffe3a0"><path d="M5 2.500h14M5 21.500h14" fill="none" stroke-width="2.600" stroke-linecap="round"/><path d="M6.800 3.500c0 5 4 6.200 4 8.500s-4 3.500-4 8.500h10.400c0-5-4-6.200-4-8.500s4-3.500 4-8.500z" fill="none" stroke-width="1.900"/><path stroke="none" d="M8.700 7h6.600c-.7 1.900-2.500 3-3.300 4.200-.8-1.200-2.600-2.300-3.300-4.200zM8.300 19.400c.4-2.400 2.300-3.200 3.700-4.800 1.400 1.600 3.300 2.400 3.700 4.800z"/></g>';

export const LETTER_ART: string = PAPER_ART + SEAL_ART;

export const LETTER_BOX = '-190 -134 380 280';

/** The paper and the seal as separate pictures, for the animation that opens the letter. */
export const PAPER_ADDRESS: string = asAddress(svgOf(LETTER_BOX, [380, 280], PAPER_ART));
export const SEAL_ADDRESS: string = asAddress(svgOf(LETTER_BOX, [380, 280], SEAL_ART));
