/** A part of the page that comes in a file of its own, with the words it says, when it is first wanted. */
import { signal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { moreGlyphs } from '../art/icon.tsx';
import { moreWords, say } from '../i18n/catalogs.ts';

type Found<P> = { readonly Part: ComponentType<P> } | 'missing' | null;

interface Meanwhile {
  /** A whole screen shows this until it is there; a dialog or a panel shows nothing. */
  readonly waiting?: () => JSX.Element | null;
  /** What it says beyond the words of a running game. */
  readonly words?: () => Promise<void>;
}

export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = () => null, words = moreWords }: Meanwhile = {},
): ComponentType<P> {
  const found = signal<Found<P>>(null);
  let asked = false;

  async function ask(): Promise<void> {
    asked = true;
    try {
      const [Part] = await Promise.all([load(), words(), words === moreWords && moreGlyphs()]);
      found.value = { Part };
    } catch {
      found.value = 'missing'; // no network, or the server has a newer page
    }
  }

  return props => {
    // What was missing once is asked for again by whoever wants it next.
    useState(() => {
      if (found.peek() !== 'missing') return;
      asked = false;
      found.value = null;
    });
    if (!asked) void ask();
    const now = found.value;
    if (now === null) return waiting();
    return now === 'missing' ? <Missing /> : <now.Part {...props} />;
  };
}

const Missing = (): JSX.Element => (
  <p class="missing" role="alert">
    {say('shell.oldPage.title')}{' '}
    <button type="button" class="button main" onClick={() => location.reload()}>
      {say('shell.oldPage.act')}
    </button>
  </p>
);
