/**
 * The address under which other devices find the server. A page that was opened as localhost must not share that address,
 * because on another device it means that device; so it asks the server for its network address (PR-40).
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { request } from './http.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether a host name works only on this device, such as localhost. */
const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

const told = signal<string | null>(null);
const asked = signal<'no' | 'asking' | 'answered'>('no');

/** Asks the server once, and only on a page opened as localhost. */
export async function findAddress(): Promise<void> {
  if (asked.peek() !== 'no' || !isLoopback(location.hostname)) return;
  asked.value = 'asking';
  const answer = await request<{ readonly addresses: readonly string[] }>('/api/addresses');
  told.value = answer.ok ? (answer.value.addresses[0] ?? null) : null;
  asked.value = 'answered';
}

/** The origin that links for other devices begin with. */
export const sharedOrigin: ReadonlySignal<string> = computed(() => told.value ?? location.origin);

/** Whether the server knows no address that other devices can reach. */
export const isOutOfReach: ReadonlySignal<boolean> = computed(
  () => asked.value === 'answered' && told.value === null,
);
