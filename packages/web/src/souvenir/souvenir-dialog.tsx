/** Makes a card or a clip, shows it, and shares or saves it. If no clip can be made, a card is made instead. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { Button, Dialog } from '../ui/widgets.tsx';
import { addressOfFile, canShareFile, downloadFile, shareFile } from './share-file.ts';
import '../styles/dialogs.css';
import '../styles/souvenir.css';

export interface Souvenir {
  readonly title: string;
  /** Makes the file; null if this device cannot. */
  make(): Promise<Blob | null>;
  /** What is made instead, with a sentence that says why. */
  readonly instead?: { readonly why: string; make(): Promise<Blob | null> };
}

interface Made {
  readonly file: File;
  readonly address: string;
  readonly why: string | null;
}

const ENDINGS: Readonly<Record<string, string>> = { 'image/gif': 'hush.gif', 'image/png': 'hush.png' };

async function madeOf(blob: Blob | null, why: string | null): Promise<Made | null> {
  if (blob === null) return null;
  const file = new File([blob], ENDINGS[blob.type] ?? 'hush', { type: blob.type });
  return { file, address: await addressOfFile(blob), why };
}

/** Makes the file; if the device cannot make it or fails, makes the alternative. */
async function make({ make: wanted, instead }: Souvenir): Promise<Made | null> {
  const nothing = (): null => null;
  const first = await madeOf(await wanted().catch(nothing), null);
  if (first !== null || instead === undefined) return first;
  return madeOf(await instead.make().catch(nothing), instead.why);
}

export function SouvenirDialog({
  souvenir,
  onClose,
}: {
  readonly souvenir: Souvenir;
  readonly onClose: () => void;
}): JSX.Element {
  const [made, setMade] = useState<Made | null | 'making'>('making');
  useEffect(() => {
    let here = true;
    void make(souvenir).then(found => here && setMade(found));
    return () => {
      here = false;
    };
  }, []);
  return (
    <Dialog title={souvenir.title} onClose={onClose} class="souvenir">
      {made === 'making' && <p role="status">{say('souvenir.making')}</p>}
      {made === null && <p role="alert">{say('souvenir.none')}</p>}
      {made !== null && made !== 'making' && <Shown made={made} />}
    </Dialog>
  );
}

const Shown = ({ made: { file, address, why } }: { readonly made: Made }): JSX.Element => (
  <>
    {why !== null && <p role="status">{why}</p>}
    <img alt={say('souvenir.cardTitle')} src={address} />
    <div class="row center">
      {canShareFile(file) && (
        <Button kind="main" icon="share" onPress={() => shareFile(file)}>
          {say('souvenir.send')}
        </Button>
      )}
      <Button kind={canShareFile(file) ? 'plain' : 'main'} icon="check" onPress={() => downloadFile(file)}>
        {say('souvenir.save')}
      </Button>
    </div>
  </>
);
