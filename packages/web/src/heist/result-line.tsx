/** The result of a heist as a row of signs: heroes out, turns, sand in sixths. */
import type { HeistResult } from '@hush/protocol';
import { heistLine } from '@hush/protocol';
import { HEROES } from '@hush/rules';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { symbolOf } from '../art/palette.ts';
import { say } from '../i18n/catalogs.ts';
import { clockText } from '../table/names.ts';
import { Button } from '../ui/widgets.tsx';
import '../styles/heist.css';

const SIXTHS = [1, 2, 3, 4, 5, 6];

export function ResultLine({ result }: { readonly result: HeistResult }): JSX.Element {
  const { out, turns, sixths } = result;
  const count = HEROES.filter(hero => out[hero]).length;
  return (
    <p class="result-line" role="img" aria-label={say('heist.line', { out: count, n: turns, sand: sixths })}>
      <span class="result-heroes">
        {HEROES.map(hero => (
          <i key={hero} class={`${hero} ${out[hero] ? 'out' : ''}`}>
            {out[hero] && <Icon name={symbolOf(hero)} size={22} />}
          </i>
        ))}
      </span>
      {turns > 0 && (
        <span class="result-turns">
          {Array.from({ length: turns }, (_, i) => (
            <Icon key={i} name="glass" size={turns > 3 ? 16 : 24} />
          ))}
        </span>
      )}
      <span class="result-sand">
        {SIXTHS.map(n => (
          <i key={n} class={n <= sixths ? 'full' : ''} />
        ))}
      </span>
    </p>
  );
}

export function resultNote({ won, left, turns, out }: HeistResult): string {
  if (won) return say('heist.left', { time: clockText(left), n: turns });
  return say('heist.lostNote', { n: HEROES.filter(hero => out[hero]).length });
}

const SHOWN_FOR = 2_000;

/**
 * A button that copies the line; if the page may not use the clipboard, the line is shown so that it can be copied by
 * hand.
 */
export function CopyResult({ result }: { readonly result: HeistResult }): JSX.Element {
  const [state, setState] = useState<'idle' | 'copied' | 'by-hand'>('idle');
  const line = heistLine(result);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(line);
      setState('copied');
      setTimeout(() => setState('idle'), SHOWN_FOR);
    } catch {
      setState('by-hand');
    }
  };
  return (
    <>
      <Button
        kind="main"
        class="gold"
        icon={state === 'copied' ? 'check' : 'copy'}
        onPress={() => void copy()}
      >
        <span aria-live="polite">{state === 'copied' ? say('heist.copied') : say('heist.copy')}</span>
      </Button>
      {state === 'by-hand' && <output class="result-text">{line}</output>}
    </>
  );
}
