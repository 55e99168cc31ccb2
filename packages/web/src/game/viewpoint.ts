/** The seat whose possibilities the board shows to a spectator; null for none. */
import { signal } from '@preact/signals';

export const viewpoint = signal<number | null>(null);
