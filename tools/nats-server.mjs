/**
 * Finds a nats-server for the tests of the cluster: the one on the path if it is new enough, otherwise the one of Debian's package.
 * The package is downloaded with its own lists and cache, verified with Debian's keys, and unpacked into this user's cache, so that
 * all clones share it. Nothing is installed into the system.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';

/** The oldest version that can append at an expected position and read in batches, as the journal needs. */
const OLDEST = [2, 15];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const MIRROR = 'http://deb.debian.org/debian';
/** Debian suites with a new enough version; stable releases have older ones. */
const SUITES = ['testing', 'sid'];

/** @param {string} file @returns {string} the version, empty if the program does not run */
function versionOf(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return status === 0 ? (/v(\d+[.]\d+[.]\d+)/.exec(stdout)?.[1] ?? '') : '';
}

/** @param {string} version such as 2.15.1 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = OLDEST;
  return major > needMajor || (major === needMajor && minor >= needMinor);
}

/** The cache folder of this user; a folder of the clone if there is no writable home. */
function shelf() {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  for (const folder of [join(cache, 'hush-tools'), join(ROOT, '.tsbuild/debian')]) {
    try {
      mkdirSync(folder, { recursive: true });
      rmSync(mkdtempSync(join(folder, 'try-')), { recursive: true });
      return folder;
    } catch {} // the folder is read-only: try the next one
  }
  throw new SetupError('neither the cache of this user nor .tsbuild can be written to.');
}

/** The Debian mirror of this machine, which may be the only one that it can reach. */
function mirror() {
  const places = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
  const text = places
    .filter(existsSync)
    .map(place => readFileSync(place, 'utf8'))
    .join('\n');
  return /(?:^URIs: *|^deb .*?)(https?:\/\/\S*debian)\/?\s/m.exec(text)?.[1] ?? MIRROR;
}

/**
 * Downloads and unpacks the package of this suite into `draft`; returns whether that worked.
 * @param {string} draft @param {string} suite
 */
function fetchFrom(draft, suite) {
  for (const folder of ['parts', 'lists/partial', 'cache/archives/partial'])
    mkdirSync(join(draft, folder), { recursive: true });
  const source = `Types: deb\nURIs: ${mirror()}\nSuites: ${suite}\nComponents: main\nSigned-By: ${KEYRING}\n`;
  writeFileSync(join(draft, 'parts/nats.sources'), source);
  const own = [
    'Dir::Etc::SourceList=/dev/null',
    `Dir::Etc::SourceParts=${join(draft, 'parts')}`,
    `Dir::State::Lists=${join(draft, 'lists')}`,
    `Dir::Cache=${join(draft, 'cache')}`,
    'Dir::Etc::Preferences=/dev/null',
    'Dir::Etc::PreferencesParts=/dev/null',
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ].flatMap(setting => ['-o', setting]);
  /** @param {...string} args */
  const apt = (...args) =>
    spawnSync('apt-get', ['-q', ...own, ...args], { cwd: draft, stdio: ['ignore', 'ignore', 2] }).status ===
    0;
  if (!apt('update') || !apt('download', 'nats-server')) return false;
  const archive = readdirSync(draft).find(name => name.endsWith('.deb')) ?? '';
  return spawnSync('dpkg-deb', ['--extract', archive, 'root'], { cwd: draft }).status === 0;
}

/** @param {string} folder @param {string} target */
function fetchInto(folder, target) {
  say('fetching nats-server (Debian, apt-get download), the tests of the cluster need it once');
  for (const suite of SUITES) {
    const draft = mkdtempSync(join(folder, 'draft-'));
    try {
      const program = join(draft, 'root/usr/sbin/nats-server');
      if (!fetchFrom(draft, suite) || !isNewEnough(versionOf(program))) continue;
      renameSync(program, target); // atomic, because other clones may look for the program now
      return;
    } finally {
      rmSync(draft, { recursive: true });
    }
  }
}

/** The path of an installed nats-server that is new enough; undefined if there is none. */
function findNats() {
  if (isNewEnough(versionOf('nats-server'))) return 'nats-server';
  const target = join(shelf(), 'nats-server');
  return isNewEnough(versionOf(target)) ? target : undefined;
}

/** The path of a nats-server, which is downloaded if needed; throws a sentence if there is none. */
export function natsServer() {
  const here = findNats();
  if (here !== undefined) return here;
  const folder = shelf();
  if (existsSync(KEYRING)) fetchInto(folder, join(folder, 'nats-server'));
  const fetched = findNats();
  if (fetched !== undefined) return fetched;
  const onPath = versionOf('nats-server');
  const found = onPath === '' ? 'there is none on the path' : `the one on the path is ${onPath}`;
  throw new SetupError(
    `the cluster needs nats-server ${OLDEST.join('.')} or newer, ${found}, and Debian's package could not be fetched; please put nats-server on the path.`,
  );
}

/** Calls a function; a sentence that it throws is printed, and the result is then undefined. @template T @param {() => T} call @returns {T | undefined} */
function orSay(call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    return undefined;
  }
}

/** Downloads nats-server before the tests begin. Where that is impossible, the tests of the cluster do not run, and the check fails. */
export const prepareNats = () => void orSay(natsServer);

/** Whether the tests of the cluster can run here. */
export const hasNats = () => orSay(findNats) !== undefined;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    say(`${natsServer()} ${versionOf(natsServer())}`);
    return 0;
  });
}
