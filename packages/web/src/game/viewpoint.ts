/** Through whose eyes a spectator looks: the board shows what the player of that seat can do. Null: nobody's. */
import { signal } from '@preact/signals';

export const viewpoint = signal<number | null>(null);
