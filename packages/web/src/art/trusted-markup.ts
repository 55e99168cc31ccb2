/** The one place where text becomes markup or code. Only drawings and a worker of our own pass here, never anything from outside. */
interface Rules {
  createHTML?(text: string): string;
  createScriptURL?(address: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Rules): Required<Rules>;
}

const factory = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes;
const policy: Rules = factory?.createPolicy('hush-art', { createHTML: text => text }) ?? {};

/** Puts a drawing of ours into an element. */
export function draw(element: Element, svg: string): void {
  element.innerHTML = policy.createHTML?.(svg) ?? svg;
}

const WORKER = '/sw.js';

/** The address of the service worker, the only one that is ever trusted. */
export function workerAddress(): string {
  const trusted = factory?.createPolicy('hush-worker', {
    createScriptURL: address => (address === WORKER ? address : ''),
  });
  return trusted?.createScriptURL(WORKER) ?? WORKER;
}
