/** Tests of the sentence for an operator whose machine cannot load the database driver (OP-2c). */
import { expect, test } from 'vitest';
import { driverProblem } from '../../src/journal/driver-problem.ts';

test.each([
  ['libgcc_s.so.1: cannot open shared object file: No such file or directory', 'libgcc_s.so.1'],
  [
    "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by /x/index.node)",
    'GLIBC_2.34',
  ],
  [
    'Error loading shared library libgcc_s.so.1: No such file or directory (needed by /x/index.node)',
    'libgcc_s.so.1',
  ],
])(
  'OP-2d a missing library, %s, is answered with one sentence that says what to install',
  (message, library) => {
    const said = driverProblem(new Error(message));
    expect(said).toContain(`needs ${library}, which this system does not have: install it`);
    expect(said).not.toContain('\n');
  },
);

test('OP-2d an error of another kind is not reported as a problem of the driver', () => {
  expect(driverProblem(new Error('Cannot read properties of undefined'))).toBeNull();
});
