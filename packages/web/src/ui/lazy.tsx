/** Makes a component that is loaded, with its texts, when it is first rendered. */
import { signal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { loadMoreGlyphs } from '../art/icon.tsx';
import { requestWords, say, type WordSet } from '../i18n/catalogs.ts';

type Found<P> = { readonly Part: ComponentType<P> } | 'missing' | null;

interface Options {
  /** What is shown while the component loads; nothing by default, as for dialogs and panels. */
  readonly waiting?: () => JSX.Element | null;
  /** The sets of texts that the component needs besides those of a running game. */
  readonly words?: readonly WordSet[];
}

export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = () => null, words = ['more'] }: Options = {},
): ComponentType<P> {
  const found = signal<Found<P>>(null);
  let asked = false;

  async function ask(): Promise<void> {
    asked = true;
    try {
      const [Part] = await Promise.all([
        load(),
        requestWords(...words),
        words.includes('more') && loadMoreGlyphs(),
      ]);
      found.value = { Part };
    } catch {
      found.value = 'missing'; // no network, or the server has a newer page
    }
  }

  return props => {
    // After a failure, the next component that is mounted tries again.
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
