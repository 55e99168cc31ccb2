/** Explains that the database has no driver for this machine: its operating system, its processor, or its C library. */

const NO_DRIVER =
  /^Cannot find module '(?:@libsql\/|[^']*drivers[\\/])|^Neon: unsupported|[\\/][\w-]+[.]node\b/;

/** A sentence for an error that a missing or unusable driver caused; null for every other error. */
export function driverProblem(error: unknown): string | null {
  const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
  if (!NO_DRIVER.test(reason)) return null;
  const here = `${process.platform} on ${process.arch}`;
  return `The database has no driver that works here (${here}): use Linux on x64, arm64 or arm, macOS, or Windows on x64. (${reason})`;
}
