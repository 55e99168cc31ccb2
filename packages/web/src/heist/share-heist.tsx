/** Shares the card of a heist: the sealed letter, the result and the players' animals, without any part of the mall. */
import type { HeistResult } from '@hush/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { lazy } from '../ui/lazy.tsx';
import { IconButton } from '../ui/widgets.tsx';

interface Props {
  readonly result: HeistResult;
  readonly faces: readonly string[];
}

const HeistCard = lazy(async () => (await import('../souvenir/heist-card.tsx')).HeistCard, {
  words: ['more', 'souvenir'],
});

export function ShareHeist(props: Props): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="share" class="dark-key" label={say('heist.share')} onPress={() => setOpen(true)} />
      {open && <HeistCard {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
