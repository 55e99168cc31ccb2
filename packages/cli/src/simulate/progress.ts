/** A progress bar, only on a terminal, so that redirected output stays clean. */

/** The part of a stream that the bar needs. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressBar {
  /** Advances the bar by one game. */
  readonly step: () => void;
  readonly end: () => void;
}

const WIDTH = 40;

export function progressOn(terminal: Terminal, all: number): ProgressBar {
  if (terminal.isTTY !== true) return { step: () => undefined, end: () => undefined };
  let done = 0;
  return {
    step: () => {
      done++;
      const filled = Math.floor((done / all) * WIDTH);
      terminal.write(`\r[${'#'.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${done}/${all}`);
    },
    end: () => {
      terminal.write('\n');
    },
  };
}
