/** Who owns a table: it follows from its code and the nodes that are up, so nobody has to be asked. */
import { createHash } from 'node:crypto';

/** The node with the highest hash of code and name: when one goes, only its own tables move. Null where there is no node. */
export function ownerAmong(code: string, nodes: readonly string[]): string | null {
  let best: { readonly node: string; readonly hash: string } | null = null;
  for (const node of nodes) {
    const hash = createHash('sha256').update(`${code} ${node}`).digest('hex');
    if (best === null || hash > best.hash) best = { node, hash };
  }
  return best?.node ?? null;
}
