/** Shows how the mall of a day is drawn, and the proof for a past day, which this page checks itself. */
import { attemptSeed, dayIn, type HeistProof, isLinkOf, type PublishedChain } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { Dialog } from '../ui/widgets.tsx';
import { readProof } from './heist-api.ts';
import { isKnownAnchor } from './tries.ts';

/**
 * Whether the server could not choose the deal of a day: the deal follows from the day's link in the seed chain, and the
 * link from the published anchor.
 */
export function isFair(chain: PublishedChain, { day, link, beacon, attempt, seed }: HeistProof): boolean {
  const number = dayIn(day) ?? -1;
  return isLinkOf(chain, number, link) && attemptSeed({ day: number, link, beacon }, attempt) === seed;
}

interface Props {
  readonly day: string;
  readonly isToday: boolean;
  readonly chain: PublishedChain;
  readonly onClose: () => void;
}

export function FairDraw({ day, isToday, chain, onClose }: Props): JSX.Element {
  const [proof, setProof] = useState<HeistProof | null>(null);
  const [isKnown] = useState(() => isKnownAnchor(chain));
  useEffect(() => {
    if (!isToday) void readProof(day).then(found => found.ok && setProof(found.value));
  }, [day, isToday]);
  return (
    <Dialog title={say('heist.fair')} onClose={onClose} class="fair-draw">
      <p>{say('heist.fairHow')}</p>
      <p>{say(chain.beacon === null ? 'heist.fairPlain' : 'heist.fairBeacon')}</p>
      <p>{say('heist.fairProven')}</p>
      {!isKnown && (
        <p class="problem" role="alert">
          {say('heist.newAnchor')}
        </p>
      )}
      <dl>
        <dt>{say('heist.anchor')}</dt>
        <dd>{chain.anchor}</dd>
        {proof !== null && <dt>{say('heist.link')}</dt>}
        {proof !== null && <dd>{proof.link}</dd>}
      </dl>
      {isToday && <p class="note">{say('heist.tomorrow')}</p>}
      {proof !== null && (
        <p class={isFair(chain, proof) ? 'note' : 'problem'} role="status">
          {say(isFair(chain, proof) ? 'heist.fits' : 'heist.unfit')}
        </p>
      )}
    </Dialog>
  );
}
