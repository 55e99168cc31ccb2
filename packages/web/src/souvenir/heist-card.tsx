/** The dialog with the card of a heist. */
import type { HeistResult } from '@hush/protocol';
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';
import { heistCard } from './card.ts';
import { SouvenirDialog } from './souvenir-dialog.tsx';

interface Props {
  readonly result: HeistResult;
  readonly faces: readonly string[];
  readonly onClose: () => void;
}

export const HeistCard = ({ result, faces, onClose }: Props): JSX.Element => (
  <SouvenirDialog
    souvenir={{ title: say('souvenir.cardTitle'), make: () => heistCard(result, faces) }}
    onClose={onClose}
  />
);
