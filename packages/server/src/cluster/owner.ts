/** Computes the owner of a table from its code and the live nodes, without asking anybody. */
import { createHash } from 'node:crypto';

/**
 * Rendezvous hashing: the node with the highest hash of code and name. When a node stops, only its own tables move.
 * Returns null if the list of nodes is empty.
 */
export function ownerAmong(code: string, nodes: readonly string[]): string | null {
  let best: { readonly node: string; readonly hash: string } | null = null;
  for (const node of nodes) {
    const hash = createHash('sha256').update(`${code} ${node}`).digest('hex');
    if (best === null || hash > best.hash) best = { node, hash };
  }
  return best?.node ?? null;
}
