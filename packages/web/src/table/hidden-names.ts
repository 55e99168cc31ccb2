/** The members of this table whose names the player has hidden. The talk corner sets it, because a game starts without it. */
import type { Member } from '@hush/protocol';
import { signal } from '@preact/signals';

export const hiddenNames = signal<ReadonlySet<Member>>(new Set());
