/** Fetches the dialog about the box, its words and its pictures when it is first opened, so that the page itself stays small. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../i18n/say.ts';
import { Dialog } from '../ui/widgets.tsx';
import { loadBoxWords } from './words.ts';

type BoxDialog = ComponentType<{ readonly onClose: () => void }>;

async function fetchBox(): Promise<BoxDialog> {
  const [{ BoxDialog }] = await Promise.all([import('./box.tsx'), loadBoxWords()]);
  return BoxDialog;
}

export function LazyBoxDialog({ onClose }: { readonly onClose: () => void }): JSX.Element | null {
  const [found, setFound] = useState<{ readonly Box: BoxDialog } | 'waiting' | 'missing'>('waiting');
  useEffect(() => {
    fetchBox().then(
      Box => setFound({ Box }),
      () => setFound('missing'), // no network, or the server has a newer page
    );
  }, []);
  if (found === 'waiting') return null;
  if (found !== 'missing') return <found.Box onClose={onClose} />;
  return (
    <Dialog title={say('glass.box')} onClose={onClose} class="glass-dialog">
      <p role="alert">{say('glass.boxMissing')}</p>
    </Dialog>
  );
}
