/**
 * The only place where text becomes markup or code (Trusted Types). Only our own drawings and our own service worker are
 * accepted, never input from outside.
 */
interface Rules {
  createHTML?(text: string): string;
  createScriptURL?(address: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Rules): Required<Rules>;
}

const factory = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes;
const policy: Rules = factory?.createPolicy('hush-art', { createHTML: text => text }) ?? {};

/** Sets one of our own drawings as the content of an element. */
export function setDrawing(element: Element, svg: string): void {
  element.innerHTML = policy.createHTML?.(svg) ?? svg;
}

const WORKER = '/sw.js';

/** The address of the service worker, the only script address that the policy accepts. */
export function workerAddress(): string {
  const trusted = factory?.createPolicy('hush-worker', {
    createScriptURL: address => (address === WORKER ? address : ''),
  });
  return trusted?.createScriptURL(WORKER) ?? WORKER;
}
