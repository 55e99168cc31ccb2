/**
 * The address under which other devices find the server. A page that was opened as localhost would share a link that leads
 * every other device to itself, so it asks the server for its network address (PR-40).
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { request } from './http.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether only this device can use the address in the address bar. */
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

/** The origin to share. */
export const sharedOrigin: ReadonlySignal<string> = computed(() => told.value ?? location.origin);

/** Whether the server knows no address that other devices can reach. */
export const isOutOfReach: ReadonlySignal<boolean> = computed(
  () => asked.value === 'answered' && told.value === null,
);
