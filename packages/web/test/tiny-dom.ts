/**
 * A minimal document that can render a component and press its elements: trees, attributes and listeners, no layout, no
 * styles. Browser tests check real pages; tests with this document check the state between two presses.
 */
import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';
import { vi } from 'vitest';

type Listener = (this: TinyNode, event: TinyEvent) => void;

interface TinyEvent {
  readonly type: string;
  readonly currentTarget: TinyNode;
}

export class TinyNode {
  readonly childNodes: TinyNode[] = [];
  parentNode: TinyNode | null = null;
  readonly attributes: { name: string; value: string }[] = [];
  readonly style = { setProperty: (): void => undefined };
  readonly #listeners = new Map<string, Listener>();
  readonly nodeType: number;
  readonly localName: string;
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  data: string;
  value = '';
  disabled = false;
  innerHTML = '';

  constructor(localName: string | null, data = '') {
    this.nodeType = localName === null ? 3 : 1;
    this.localName = localName ?? '#text';
    this.data = data;
  }

  get firstChild(): TinyNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): TinyNode | null {
    const among = this.parentNode?.childNodes ?? [];
    return among[among.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    return this.data + this.childNodes.map(child => child.textContent).join('');
  }

  insertBefore(node: TinyNode, before: TinyNode | null): TinyNode {
    node.remove();
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }

  removeChild(node: TinyNode): TinyNode {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  contains(node: TinyNode): boolean {
    return node === this || this.childNodes.some(child => child.contains(node));
  }

  setAttribute(name: string, value: unknown): void {
    this.removeAttribute(name);
    this.attributes.push({ name, value: String(value) });
  }

  removeAttribute(name: string): void {
    const at = this.attributes.findIndex(one => one.name === name);
    if (at >= 0) this.attributes.splice(at, 1);
  }

  getAttribute(name: string): string | null {
    return this.attributes.find(one => one.name === name)?.value ?? null;
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.#listeners.delete(type);
  }

  /** All descendants with this element name, in order. */
  all(localName: string): readonly TinyNode[] {
    return this.childNodes.flatMap(child => [
      ...(child.localName === localName ? [child] : []),
      ...child.all(localName),
    ]);
  }

  /** Presses or changes an element and waits until the page has reacted. */
  async fire(type: string): Promise<void> {
    const listener = this.#listeners.get(type);
    if (listener === undefined) throw new Error(`nobody listens to ${type} of ${this.localName}`);
    await act(async () => {
      listener.call(this, { type, currentTarget: this });
      for (let i = 0; i < 20; i++) await undefined;
    });
  }
}

/** Creates a new document, before any module that uses it is imported. */
export function stubDocument(): void {
  vi.stubGlobal('document', {
    documentElement: { lang: '' },
    hidden: false,
    createElementNS: (_: string, localName: string) => new TinyNode(localName),
    createTextNode: (data: string) => new TinyNode(null, data),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
}

/** Renders a component, and renders it again in the same place. */
export function place(): { readonly root: TinyNode; draw(what: ComponentChild): Promise<void> } {
  const root = new TinyNode('body');
  return {
    root,
    draw: what =>
      act(async () => {
        render(what, root as never);
        for (let i = 0; i < 20; i++) await undefined;
      }),
  };
}
