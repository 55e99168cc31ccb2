/** Asks the solver in a worker, so that the page stays responsive. */
import type { SolverAnswer, SolverQuestion } from './solver-worker.ts';
import address from './solver-worker.ts?worker&url';

interface Factory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}

/** A Trusted Types policy: it accepts only the address of our own worker file, which the build knows. */
const trusted = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes?.createPolicy(
  'hush-solver',
  {
    createScriptURL: asked => (asked === address ? asked : ''),
  },
);

/**
 * Calls `hear` with the answer, or with null if there is none; for a debrief it is called several times, until the
 * debrief is complete. The returned function stops the search.
 */
export function askSolver(question: SolverQuestion, hear: (answer: SolverAnswer | null) => void): () => void {
  const worker = new Worker(trusted?.createScriptURL(address) ?? address, { type: 'module' });
  const stop = (): void => worker.terminate();
  worker.onmessage = ({ data }: MessageEvent<SolverAnswer | null>) => {
    if (data?.type !== 'debrief' || data.debrief.isComplete) stop();
    hear(data);
  };
  worker.onerror = () => {
    stop();
    hear(null); // the worker's file could not be loaded, and the page works without the solver
  };
  worker.postMessage(question);
  return stop;
}
