/** The real command in a separate process. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HUSH: string = fileURLToPath(new URL('../bin/hush.mjs', import.meta.url));

export interface Ended {
  readonly said: string;
  readonly complained: string;
  readonly exit: number | null;
}

export function hush(args: readonly string[], input: string | Buffer = ''): Ended {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [HUSH, ...args], {
    encoding: 'utf8',
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
  // The referee may end before it has read all of its input, for instance after an impossible set-up.
  if (error !== undefined && !('code' in error && error.code === 'EPIPE')) throw error;
  // The launcher prints this when a source is newer than the bundle; it is not part of the command's output.
  return { said: stdout, complained: stderr.replace(/^hush: building the \w+\n/gm, ''), exit: status };
}
