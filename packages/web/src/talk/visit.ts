/** What the parts of talk, which are fetched when they are needed, get from the door they come through. */
import type { Notice } from '@hush/protocol';
import type { Signal } from '@preact/signals';
import type { BoardApi } from '../board/scene.ts';
import type { Session } from '../table/session.ts';

export interface Visit {
  readonly session: Session;
  readonly board: Signal<BoardApi | null>;
  /** For a television: seen, and never pressed. */
  readonly screen: boolean;
  /** What came before this was there. */
  readonly early: Notice[];
}
