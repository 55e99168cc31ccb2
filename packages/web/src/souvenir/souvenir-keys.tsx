/**
 * Two buttons at the end of a game: the clip and the card. A heist has its own card instead, which reveals
 * nothing about the mall.
 */
import { type Game, parseRecord } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { filmOf } from '../replay/film.ts';
import { IconButton } from '../ui/widgets.tsx';
import { gameCard } from './card.ts';
import { makeClip } from './clip.ts';
import { type Souvenir, SouvenirDialog } from './souvenir-dialog.tsx';

interface Props {
  readonly game: Game;
  readonly record: string;
  readonly faces: readonly string[];
}

async function clipOf(record: string): Promise<Blob | null> {
  const events = parseRecord(record);
  const film = events.ok ? filmOf(events.value, { type: 'bySeat', names: [] }) : null;
  return film === null ? null : makeClip(film);
}

function souvenirOf(kind: 'clip' | 'card', { game, record, faces }: Props): Souvenir {
  const card = (): Promise<Blob> => gameCard(game, faces);
  if (kind === 'card') return { title: say('souvenir.cardTitle'), make: card };
  const instead = { why: say('souvenir.noClip'), make: card };
  return { title: say('souvenir.clipTitle'), make: () => clipOf(record), instead };
}

export function SouvenirKeys(props: Props): JSX.Element {
  const [open, setOpen] = useState<'clip' | 'card' | null>(null);
  return (
    <span class="souvenir-keys">
      <IconButton icon="film" class="lined" label={say('souvenir.clip')} onPress={() => setOpen('clip')} />
      <IconButton icon="share" class="lined" label={say('souvenir.card')} onPress={() => setOpen('card')} />
      {open !== null && <SouvenirDialog souvenir={souvenirOf(open, props)} onClose={() => setOpen(null)} />}
    </span>
  );
}
