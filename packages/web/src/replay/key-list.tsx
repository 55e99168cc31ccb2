/** Which keys there are, for whoever has a keyboard. */
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';
import { KEY_NOTES, type KeyNote, keysHeard } from './replay-keys.ts';

const LABELS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

const labelOf = (key: string): string => (key === ' ' ? say('replay.space') : (LABELS[key] ?? key));

export const ReplayKeyList = (): JSX.Element => (
  <details class="panel replay-keys">
    <summary>{say('replay.keys')}</summary>
    <dl>
      {(Object.keys(KEY_NOTES) as KeyNote[])
        .filter(note => keysHeard(KEY_NOTES[note]))
        .map(note => (
          <div key={note}>
            <dt>
              {KEY_NOTES[note].map(key => (
                <kbd key={key}>{labelOf(key)}</kbd>
              ))}
            </dt>
            <dd>{say(`replay.key.${note}`)}</dd>
          </div>
        ))}
    </dl>
  </details>
);
