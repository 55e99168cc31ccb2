/** Checks a property for generated values. The seed is fixed, so that a failure occurs in every run. */
import * as fc from 'fast-check';

export function forAll<T>(
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => void,
  { runs, seed }: { readonly runs: number; readonly seed: number },
): void {
  const property = fc.property(arbitrary, value => {
    holds(value);
  });
  const details = fc.check(property, { numRuns: runs, seed });
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
}
