/**
 * `npm run lock`: completes package-lock.json after dependencies changed. Compilers come as one optional
 * package per platform. npm leaves out those its registry did not offer at that moment, and then refuses, on every
 * machine, to install from the lockfile ('Missing: ... from lock file'). This adds them, pinned to the exact version
 * that their parent asks for; an entry made here has no checksum until npm meets the package itself.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
const LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string> }} Locked */
/** @typedef {{ packages: Record<string, Locked> }} Lockfile */

/**
 * The platform that a package is built for, read from its name: @scope/binding-linux-x64-musl.
 * @param {string} name
 */
export function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = words.filter(word => SYSTEMS.includes(word));
  const cpu = words.filter(word => PROCESSORS.includes(word));
  const libc = Object.entries(LIBRARIES).flatMap(([word, library]) =>
    words.includes(word) ? [library] : [],
  );
  if (cpu.length !== 1 || os.length > 1 || libc.length > 1) {
    throw new SetupError(
      `the platform of '${name}' cannot be read from its name; add it to package-lock.json by hand.`,
    );
  }
  return { cpu, libc: os[0] === 'linux' ? libc : [], os };
}

/**
 * The optional packages that the lockfile names as somebody's dependency and has no entry for.
 * @param {Lockfile} lock
 */
export function missingFrom({ packages }) {
  return Object.values(packages).flatMap(parent =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => packages[`node_modules/${name}`] === undefined)
      .map(([name, version]) => ({ name, version, dev: parent.dev === true })),
  );
}

/**
 * An entry as npm itself would write it, its fields in npm's order.
 * @param {{ name: string, version: string, dev: boolean }} wanted
 */
function entryOf({ name, version, dev }) {
  const { cpu, libc, os } = platformOf(name);
  return {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

/**
 * @param {Lockfile} lock
 * @returns {Lockfile}
 */
export function complete(lock) {
  const added = missingFrom(lock).map(({ name, version, dev }) => {
    if (!/^\d+[.]\d+[.]\d+/.test(version))
      throw new SetupError(`'${name}' is wanted as '${version}', not as one version.`);
    return [`node_modules/${name}`, entryOf({ name, version, dev })];
  });
  const entries = [...Object.entries(lock.packages), ...added];
  const sorted = entries.sort(([a], [b]) => String(a).localeCompare(String(b), 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

async function main() {
  const path = join(ROOT, 'package-lock.json');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const { length } = missingFrom(lock);
  if (length > 0) writeFileSync(path, `${JSON.stringify(complete(lock), null, 2)}\n`);
  say(
    length > 0
      ? `added ${length} packages for other platforms to package-lock.json`
      : 'package-lock.json is complete',
  );
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main);
