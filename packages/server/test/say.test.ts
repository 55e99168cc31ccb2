/** Tests that the output of child processes in tests is complete, however slowly it is read. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { say } from './say.ts';
import { directory } from './server-kit.ts';

const LINES = 5_000; // far more bytes than a pipe can hold

test.skipIf(process.platform === 'win32')(
  'no line is lost when a non-blocking pipe is full (needs named pipes)',
  async () => {
    const folder = directory();
    const [pipe, copy] = [join(folder, 'pipe'), join(folder, 'copy')];
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const reader = spawn('sh', ['-c', `sleep 0.3; exec head -n ${LINES} < "$0" > "$1"`, pipe, copy]);
    const lines = Array.from({ length: LINES }, (_, i) => `line ${i} ${'x'.repeat(100)}`);
    for (const line of lines) say(line, fd);
    await once(reader, 'exit');
    closeSync(fd);
    expect(readFileSync(copy, 'utf8').trimEnd().split('\n')).toEqual(lines);
  },
);
