/** Tests that a television whose table cannot be shown tries again by itself, while other devices wait for a press. */
import { READ_ONLY_SENTENCE } from '@hush/protocol';
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import { place, stubDocument, TinyNode } from '../tiny-dom.ts';

vi.useFakeTimers();
stubDocument();
// every screen except the first one gives its heading the focus
Object.assign(TinyNode.prototype, { focus: () => undefined });
vi.stubGlobal('location', { pathname: '/', search: '', href: 'https://hush.example/', reload: vi.fn() });
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
const { ErrorScreen } = await import('../../src/ui/error-screen.tsx');

test.each([
  ['unwatched', true, 1, 0],
  ['noTable', true, 1, 0],
  ['oldPage', true, 0, 1],
  ['unwatched', false, 0, 0],
  ['oldPage', false, 0, 0],
] as const)(
  'PR-160d half a minute after %s (television: %s) the table was opened %i times again and the page %i times',
  async (kind, screen, tries, reloads) => {
    vi.mocked(location.reload).mockClear();
    const onRetry = vi.fn();
    const { draw } = place();
    await draw(h(ErrorScreen, { kind, code: 'K7GX4FPN', onRetry, screen }));
    vi.advanceTimersByTime(30_000);
    expect(onRetry).toHaveBeenCalledTimes(tries);
    expect(location.reload).toHaveBeenCalledTimes(reloads);
    await draw(null);
  },
);

test.each([
  ['readOnly', 'Back at eight, new disk.', true],
  ['readOnly', READ_ONLY_SENTENCE, false],
  ['damaged', 'row 7', false],
] as const)(
  'PR-65d the screen for %s with the reason "%s" shows the reason: %s',
  async (kind, why, isShown) => {
    const { draw, root } = place();
    await draw(h(ErrorScreen, { kind, why }));
    expect(root.textContent.includes(why)).toBe(isShown);
    await draw(null);
  },
);
