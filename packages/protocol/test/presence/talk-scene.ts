/**
 * Computes from the events alone whether talking is allowed at a table (CM-2, CM-3, CM-4, CM-5, SC-4b, SC-12, SC-14, SC-15,
 * HG-8), so that the rules are checked by independent code.
 */
/** What players may send: texts, only gestures, or nothing. */
export type Open = 'all' | 'hands' | 'nothing';

export interface Scene {
  readonly phase: 'lobby' | 'playing' | 'paused';
  readonly window: boolean;
  readonly never: boolean;
  readonly handsOnly: boolean;
  readonly free: boolean;
  readonly elf: boolean;
}

export const LOBBY: Scene = {
  phase: 'lobby',
  window: false,
  never: false,
  handsOnly: false,
  free: false,
  elf: false,
};

export const openIn = ({ phase, window, never, handsOnly, free }: Scene): Open => {
  if (phase === 'lobby') return 'all';
  if (phase === 'paused' || never || !(window || free)) return 'nothing';
  return handsOnly ? 'hands' : 'all';
};

export type Listed = readonly [type: string, ...rest: readonly unknown[]];

export function after(scene: Scene, event: Listed): Scene {
  switch (event[0]) {
    case 'gameSetUp': {
      const { scenario, house } = event[2] as {
        readonly scenario: number;
        readonly house: { freeTalk: boolean };
      };
      return {
        phase: 'lobby', // before the game and after it, talking is free (CM-4)
        window: false,
        never: scenario === 14 || scenario === 15,
        handsOnly: scenario === 12,
        free: house.freeTalk,
        elf: scenario >= 4,
      };
    }
    case 'gameStarted':
    case 'resumed':
      return { ...scene, phase: 'playing' };
    case 'paused':
      return { ...scene, phase: 'paused' };
    case 'heroMoved':
    case 'tileDrawn':
      return { ...scene, window: false };
    case 'tileLaid':
      return { ...scene, window: scene.elf && event[5] === 'elf' };
    case 'hourglassTurned':
      return { ...scene, window: true };
    case 'gameWon':
    case 'gameLost':
    case 'gameAbandoned':
      return LOBBY;
    default:
      return scene;
  }
}
