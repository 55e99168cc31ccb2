/** Tests of the animation after a game, which any press skips. */
import { h } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { place, stubDocument } from '../tiny-dom.ts';

stubDocument();
const window = new EventTarget();
vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
const { act } = await import('preact/test-utils');
const { useSkippedAnimation } = await import('../../src/after/stage.tsx');
const { settings } = await import('../../src/device/settings.ts');

const Show = () => h('p', { class: useSkippedAnimation() ? 'skipped' : 'shown' });

afterEach(() => {
  vi.useRealTimers();
  settings.reducedMotion.value = 'auto';
});

async function openShow(): Promise<() => string | null> {
  const { root, draw } = place();
  await draw(h(Show, {}));
  return () => root.all('p')[0]?.getAttribute('class') ?? null;
}

const press = (type: string): Promise<void> =>
  act(() => {
    window.dispatchEvent(new Event(type));
  });

test.each(['pointerdown', 'keydown'])(
  'PR-120j a %s after a game skips the animation, except one that comes together with the last move',
  async type => {
    vi.useFakeTimers();
    const shown = await openShow();
    await press(type);
    expect(shown()).toBe('shown');
    vi.advanceTimersByTime(700);
    expect(shown()).toBe('shown');
    await press(type);
    expect(shown()).toBe('skipped');
  },
);

test('PR-120j with reduced motion there is no animation after a game', async () => {
  settings.reducedMotion.value = 'on';
  const shown = await openShow();
  expect(shown()).toBe('skipped');
});
