/** Asks the solver without making anybody wait for it. */
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

/** The page's policy trusts no address by itself; this thread's is a file of our own, known when the page is built. */
const trusted = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes?.createPolicy(
  'hush-solver',
  {
    createScriptURL: asked => (asked === address ? asked : ''),
  },
);

/** Hears the answer, or null where there is none; what is returned ends the thinking. */
export function askSolver(question: SolverQuestion, hear: (answer: SolverAnswer | null) => void): () => void {
  const worker = new Worker(trusted?.createScriptURL(address) ?? address, { type: 'module' });
  const stop = (): void => worker.terminate();
  worker.onmessage = ({ data }: MessageEvent<SolverAnswer | null>) => {
    stop();
    hear(data);
  };
  worker.onerror = () => {
    stop();
    hear(null); // no network for its file: it is only an extra
  };
  worker.postMessage(question);
  return stop;
}
