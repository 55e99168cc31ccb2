/**
 * `npm run lock`: completes package-lock.json after dependencies changed. Compilers come as one optional package per
 * platform. npm leaves out packages that its registry did not offer at that moment, and then refuses, on every machine,
 * to install from the lockfile ('Missing: ... from lock file'). This script adds them, pinned to the exact version that
 * their parent asks for, and asks the registry for the checksum of every entry that has none. `npm run check` fails when
 * an entry has no checksum, or names the address it was downloaded from.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

/** @typedef {{ version?: string, integrity?: string, link?: boolean, resolved?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string> }} Locked */
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
 * The optional packages that some entry of the lockfile depends on and that have no entry themselves.
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
 * An entry as npm would write it, with its fields in npm's order.
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

/** Entries of installed packages without a checksum, as name@version. @param {Lockfile} lock */
export function withoutChecksum({ packages }) {
  return Object.entries(packages)
    .filter(([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !integrity)
    .map(
      ([path, { version }]) =>
        `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    );
}

/**
 * Entries that contain the address of their download; on another machine there may be another registry.
 * @param {Lockfile} lock
 */
const withAddress = ({ packages }) =>
  Object.entries(packages)
    .filter(([, { link, resolved }]) => !link && resolved !== undefined)
    .map(([path]) => path);

/** The problem of a lockfile that `npm run check` reports; empty if there is none. @param {Lockfile} lock */
export function lockProblem(lock) {
  const [bare, addressed] = [withoutChecksum(lock), withAddress(lock)];
  return [
    ...(bare.length > 0 ? [`no checksum: ${bare.join(', ')}; run 'npm run lock'\n`] : []),
    ...(addressed.length > 0 ? [`a download address: ${addressed.join(', ')}; remove "resolved"\n`] : []),
  ].join('');
}

const readLock = () => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

export const checkLockfile = async () => {
  const text = lockProblem(readLock());
  return { ok: text === '', text };
};

const run = promisify(execFile);

/**
 * The registry's checksum of a package; null if the registry does not have the package.
 * @param {string} name name@version
 */
async function checksumOf(name) {
  try {
    const { stdout } = await run('npm', ['view', name, 'dist.integrity']);
    return /^sha512-\S+$/.exec(stdout.trim())?.[0] ?? null;
  } catch {
    return null; // npm reports a missing package as an error
  }
}

/** @param {Lockfile} lock @returns {Promise<number>} how many checksums were found */
async function addChecksums(lock) {
  let found = 0;
  for (const name of withoutChecksum(lock)) {
    const integrity = await checksumOf(name);
    const path = `node_modules/${name.slice(0, name.lastIndexOf('@'))}`;
    const { version, ...rest } = lock.packages[path] ?? {};
    if (integrity === null || version === undefined) continue;
    lock.packages[path] = { version, integrity, ...rest };
    found++;
  }
  return found;
}

async function main() {
  const before = readLock();
  const { length } = missingFrom(before);
  const lock = complete(before);
  const found = await addChecksums(lock);
  if (length + found > 0)
    writeFileSync(join(ROOT, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  const bare = withoutChecksum(lock);
  say(
    `found ${found} checksums; ${bare.length === 0 ? 'every entry has one' : `none of ${bare.join(', ')}`}`,
  );
  if (bare.length > 0)
    say('the registry offers no checksum of these: take versions that it offers for every platform');
  say(
    length > 0
      ? `added ${length} packages for other platforms to package-lock.json`
      : 'package-lock.json is complete',
  );
  return bare.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main);
