/**
 * Programs that test the files in deploy/: nginx, caddy, promtool, turnserver, systemd-analyze and docker-compose, which
 * needs no engine to check a file. Where apt needs no confirmation, missing ones are unpacked from Debian's packages into .tsbuild: nothing is installed into the system,
 * and no service starts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { download } from './apt.mjs';
import { ROOT } from './fresh.mjs';

const UNPACKED = join(ROOT, '.tsbuild/debian');

/** @typedef {'nginx' | 'caddy' | 'promtool' | 'turnserver' | 'systemd-analyze' | 'docker-compose'} OperatorTool */

/** What docker-compose imports, as packages of Debian. */
const PYTHON = [
  ...['attr', 'cached-property', 'certifi', 'chardet', 'charset-normalizer', 'distro', 'distutils'],
  ...['docker', 'dockerpty', 'docopt', 'dotenv', 'idna', 'jsonschema', 'packaging', 'pkg-resources'],
  ...['pyrsistent', 'requests', 'six', 'texttable', 'urllib3', 'websocket', 'yaml'],
];

/**
 * For each program: its path below a root, the argument by which it shows that it runs, and its Debian packages.
 * @type {Readonly<Record<OperatorTool, { path: string, tries: string, packages: readonly string[] }>>}
 */
const TOOLS = {
  nginx: { path: 'usr/sbin/nginx', tries: '-v', packages: ['nginx'] },
  caddy: { path: 'usr/bin/caddy', tries: 'version', packages: ['caddy'] },
  promtool: { path: 'usr/bin/promtool', tries: '--version', packages: ['prometheus'] },
  turnserver: {
    path: 'usr/bin/turnserver',
    tries: '--version',
    packages: [
      'coturn',
      'libmariadb3',
      'libhiredis0.14',
      'libpq5',
      'libevent-core-2.1-7',
      'libevent-extra-2.1-7',
      'libevent-openssl-2.1-7',
      'libevent-pthreads-2.1-7',
    ],
  },
  'systemd-analyze': {
    path: 'usr/bin/systemd-analyze',
    tries: '--version',
    packages: ['systemd', 'libsystemd-shared', 'libsystemd0'],
  },
  'docker-compose': {
    path: 'usr/bin/docker-compose',
    tries: 'version',
    packages: ['docker-compose', ...PYTHON.map(name => `python3-${name}`)],
  },
};

export const OPERATOR_TOOLS = /** @type {readonly OperatorTool[]} */ (Object.keys(TOOLS));

/** Folders of libraries below a root. @param {string} root */
const librariesIn = root =>
  ['usr/lib', 'lib']
    .map(folder => join(root, folder))
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
    .filter(folder => /-linux-gnu/.test(folder))
    .flatMap(folder => [folder, join(folder, 'systemd')]);

/** Folders of Python modules below a root. @param {string} root */
const modulesIn = root =>
  existsSync(join(root, 'usr/lib'))
    ? readdirSync(join(root, 'usr/lib'))
        .filter(folder => folder.startsWith('python3'))
        .map(folder => join(root, 'usr/lib', folder))
        .flatMap(folder => [join(folder, 'dist-packages'), folder])
    : [];

/** @param {string} root */
const environmentIn = root => ({
  LD_LIBRARY_PATH: librariesIn(root).join(':'),
  PYTHONPATH: modulesIn(root).join(':'),
});

/**
 * How to start a program on this machine: its path and the environment that it needs; undefined if it is missing.
 * @param {OperatorTool} name
 * @returns {{ file: string, env: Record<string, string> } | undefined}
 */
export function findTool(name) {
  const { path, tries } = TOOLS[name];
  const root = join(UNPACKED, name);
  const places = [
    { file: join('/', path), env: {} },
    { file: join(root, path), env: environmentIn(root) },
  ];
  return places.find(
    ({ file, env }) =>
      existsSync(file) &&
      spawnSync(file, [tries], { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0,
  );
}

/** Unpacks the missing programs; a failure is ignored. @param {NodeJS.Platform} [platform] */
export function unpackOperatorTools(platform = process.platform) {
  if (platform !== 'linux') return;
  for (const name of OPERATOR_TOOLS) if (findTool(name) === undefined) unpack(name);
}

/** @param {OperatorTool} name */
function unpack(name) {
  mkdirSync(UNPACKED, { recursive: true });
  const draft = mkdtempSync(join(UNPACKED, 'draft-'));
  const { packages } = TOOLS[name];
  const archives = download(packages, draft, `the tests of the files in deploy/ need ${name} once`);
  if (archives.length === packages.length && archives.every(file => extract(file, join(draft, 'root')))) {
    rmSync(join(UNPACKED, name), { recursive: true, force: true });
    renameSync(join(draft, 'root'), join(UNPACKED, name));
  }
  rmSync(draft, { recursive: true });
}

/** @param {string} archive @param {string} root */
const extract = (archive, root) =>
  spawnSync('dpkg-deb', ['--extract', archive, root], { stdio: 'ignore' }).status === 0;
