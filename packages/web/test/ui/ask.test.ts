/** Tests of the big button: it is dimmed until its own command is answered, whatever other commands wait. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import type { Session } from '../../src/table/session.ts';
import { place, stubDocument, type TinyNode } from '../tiny-dom.ts';

stubDocument();
const { act } = await import('preact/test-utils');
const { signal } = await import('@preact/signals');
const { CommandButton } = await import('../../src/ui/ask.tsx');

test('a button is dimmed until its own command is answered', async () => {
  const waits = signal<readonly { readonly n: number }[]>([{ n: 6 }]);
  let n = 6;
  const session = {
    waits,
    do: () => {
      waits.value = [...waits.peek(), { n: ++n }];
      return n;
    },
  } as unknown as Session;
  const { root, draw } = place();
  await draw(h(CommandButton, { session, command: { type: 'start' }, children: 'Start' }));
  const [button] = root.all('button') as [TinyNode];
  const isDimmed = (): boolean => button.getAttribute('aria-disabled') === 'true';

  expect(isDimmed()).toBe(false); // the pending commands are not the command of this button
  await button.fire('click');
  expect([n, isDimmed()]).toEqual([7, true]);
  await button.fire('click');
  expect(n).toBe(7); // a second press sends nothing

  await act(() => {
    // only another request is pending now, because the command of this button was refused, for example
    waits.value = [{ n: 6 }];
  });
  expect(isDimmed()).toBe(false);
  await button.fire('click');
  expect([n, isDimmed()]).toEqual([8, true]);
});
