/** How far many games are, drawn over itself on a terminal, and only there: whoever keeps the output wants no bars in it. */

/** As much of a stream as it takes to draw on it. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressBar {
  /** One more is done. */
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
