/** Checks the settings of NATS servers on their monitoring pages, if the operator has configured their addresses. */
import type { Millis } from '@hush/rules';

const TIMEOUT: Millis = 2_000;

interface JetStreamPage {
  readonly config?: { readonly sync_interval?: number; readonly sync_always?: boolean };
}

/**
 * Returns a sentence about the first NATS server that acknowledges messages before they are synced to its disk; null if
 * none does.
 */
export async function monitorProblem(monitors: readonly string[]): Promise<string | null> {
  for (const monitor of monitors) {
    const page = await readPage(monitor);
    if (page === null) return `The monitoring of NATS at ${monitor} (HUSH_NATS_MONITOR) does not answer.`;
    if (page.config?.sync_always !== true)
      return `The NATS server at ${monitor} does not write every message to its disk: set sync_interval: always in its jetstream block.`;
  }
  return null;
}

async function readPage(monitor: string): Promise<JetStreamPage | null> {
  try {
    const url = new URL('/jsz?config=true', monitor);
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    return response.ok ? ((await response.json()) as JetStreamPage) : null;
  } catch {
    return null; // the page cannot be read; the caller reports its address
  }
}
