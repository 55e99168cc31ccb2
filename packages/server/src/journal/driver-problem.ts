/** Explains that the database has no driver for this machine: its operating system, its processor, or its C library. */

const NO_DRIVER =
  /^Cannot find module '(?:@libsql\/|[^']*drivers[\\/])|^Neon: unsupported|[\\/][\w-]+[.]node\b/;

/** A message of the dynamic linker that names a missing library, or a library version that is too old. */
const NO_LIBRARY =
  /^(?:.*: )?(\S+[.]so[.\d]*): cannot open shared object file|^Error (?:loading|relocating) (?:shared library )?(\S+?):|version `(\w+_[\d.]+)' not found/;

/** Returns a sentence for an error that a missing or unusable driver caused; null for every other error. */
export function driverProblem(error: unknown): string | null {
  const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
  const [, missing, musl, version] = NO_LIBRARY.exec(reason) ?? [];
  const lacking = missing ?? musl ?? version;
  if (lacking !== undefined)
    return `The database's driver needs ${lacking}, which this system does not have: install it (Debian and Ubuntu: apt install libgcc-s1 libc6; Alpine: apk add libgcc), or use a newer system. (${reason})`;
  if (!NO_DRIVER.test(reason)) return null;
  const here = `${process.platform} on ${process.arch}`;
  return `The database has no driver that works here (${here}): use Linux on x64, arm64 or arm, macOS, or Windows on x64. (${reason})`;
}
