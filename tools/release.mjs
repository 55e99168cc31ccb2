/**
 * `npm run release`: makes one archive, release/hush-X.Y.Z.tgz, that runs with `npx ./hush-X.Y.Z.tgz serve` or unpacked, and needs only Node.
 * It contains the built page, the command as a bundle with its packages, the database driver of every platform, the example files of deploy/,
 * data for programs, a bill of materials, licences and checksums. `-- --here` takes only the driver of this machine and uses no network.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.mjs';
import { PAGE, ROOT } from './fresh.mjs';
import { runMain, SetupError, say } from './report.mjs';
import { billOfMaterials, componentsAt, licenceTexts, lockedPackages, runtimePackages } from './sbom.mjs';
import { setup } from './setup.mjs';
import { packArchive, unpackArchive } from './tar.mjs';

/** @typedef {import('./tar.mjs').ArchiveFile} ArchiveFile */
/** @typedef {{ name: string, version: string, path: string }} Driver a package of libsql for one platform */

const DRIVER = /^node_modules\/@libsql\/([\w-]+)$/;
const DRIVER_LINE = /return require\(`@libsql\/\$\{target\}`\);/;
const OWN_DRIVER_LINE =
  "return require(require('node:path').join(__dirname, '../../drivers', target + '.node'));";

/**
 * libsql loads its driver from a separate package; in a release the drivers are files of the archive. If the driver for a
 * platform is missing, the error names the platform, and the server tells the operator in a sentence.
 * @type {import('rolldown').Plugin}
 */
const ownDrivers = {
  name: 'own-drivers',
  transform: {
    filter: { id: /\/libsql\/index[.]js$/ },
    handler(code) {
      if (!DRIVER_LINE.test(code))
        throw new SetupError('libsql no longer loads its driver as tools/release.mjs expects.');
      return code.replace(DRIVER_LINE, OWN_DRIVER_LINE);
    },
  },
};

/** @param {string} folder @param {string} into @returns {readonly ArchiveFile[]} */
const filesIn = (folder, into) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({
      path: `${into}/${relative(join(ROOT, folder), path).replaceAll('\\', '/')}`,
      data: readFileSync(path),
    }));

/** @param {string} path @param {string} text @returns {ArchiveFile} */
const textFile = (path, text) => ({ path, data: Buffer.from(text) });

/**
 * All drivers in the lockfile, or only those that are installed here.
 * @param {boolean} isOnlyHere @returns {readonly Driver[]}
 */
function driversOf(isOnlyHere) {
  const all = Object.entries(lockedPackages()).flatMap(([path, { version }]) => {
    const name = DRIVER.exec(path)?.[1];
    return name === undefined ? [] : [{ name, version, path }];
  });
  return isOnlyHere ? all.filter(({ path }) => existsSync(join(ROOT, path, 'index.node'))) : all;
}

/**
 * The file of a driver: the installed one, or the one from the registry, checked with the checksum of the lockfile.
 * @param {Driver} driver
 */
function driverFile({ name, version, path }) {
  const here = join(ROOT, path, 'index.node');
  if (existsSync(here)) return readFileSync(here);
  const folder = mkdtempSync(join(tmpdir(), 'hush-driver-'));
  try {
    say(`fetching the database driver for ${name}`);
    const args = ['pack', `@libsql/${name}@${version}`, '--pack-destination', folder];
    const { status } = spawnSync('npm', args, { stdio: 'ignore', shell: process.platform === 'win32' });
    const [file] = readdirSync(folder);
    if (status !== 0 || file === undefined)
      throw new SetupError(
        `the driver for ${name} cannot be fetched; 'npm run release -- --here' leaves it out.`,
      );
    const packed = readFileSync(join(folder, file));
    const sum = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
    if (sum !== lockedPackages()[path]?.integrity)
      throw new SetupError(`the driver for ${name} is not the one that package-lock.json names.`);
    const driver = unpackArchive(packed).find(each => each.path.endsWith('/index.node'));
    if (driver === undefined) throw new SetupError(`the package of the driver for ${name} has no driver.`);
    return Buffer.from(driver.data);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LAUNCHER = `#!/usr/bin/env -S node --max-semi-space-size=32
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(\`Hush needs Node 20.19 or newer and this is Node \${process.versions.node}; 24 is a good choice.\\n\`);
  process.exit(1);
}
const module = await import('node:module');
module.enableCompileCache?.();
const { main } = await import('../cli/dist/hush.mjs');
process.exitCode = await main(process.argv.slice(2));
`;

/** Data for programs, as the built command prints it. @param {string} name @returns {ArchiveFile} */
function dataFile(name) {
  const command = join(ROOT, 'packages/cli/bin/hush.mjs');
  const { status, stdout } = spawnSync(process.execPath, [command, 'data', name], { maxBuffer: 1e8 });
  if (status !== 0) throw new SetupError(`'hush data ${name}' failed.`);
  return { path: `data/${name}.json`, data: stdout };
}

/** @param {string} version */
const manifest = version => ({
  name: 'hush',
  version,
  description: 'A cooperative real-time game of silence and sand: rules, referee, server.',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20.19' },
  bin: { hush: 'bin/hush.mjs' },
});

/** The path in the lockfile of the package to which a module belongs. @param {string} module */
const packageOf = module =>
  /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(relative(ROOT, module).replaceAll('\\', '/'))?.[1];

/** @param {readonly ArchiveFile[]} files */
const checksums = files =>
  files.map(({ path, data }) => `${createHash('sha256').update(data).digest('hex')}  ${path}\n`).join('');

const DOCUMENTS = [
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/OPERATING.md',
  'docs/RUNBOOK.md',
  'docs/CLUSTER.md',
  'docs/THREAT_MODEL.md',
  'docs/PROTOCOL.md',
  'docs/PROGRAMMING.md',
  'docs/BOTS.md',
  'docs/REFEREE.md',
  'docs/NOTATION.md',
  'docs/RESEARCH.md',
  'docs/RULES.md',
  'docs/GLOSSARY.md',
  'docs/example-client.ts',
];

/**
 * The files of a release, in the order of their paths.
 * @param {string} version
 * @param {boolean} isOnlyHere
 */
async function releaseFiles(version, isOnlyHere) {
  const command = await bundle(join(ROOT, 'packages/cli/src/main.ts'), 'hush', { plugins: [ownDrivers] });
  const drivers = driversOf(isOnlyHere);
  const bundled = command.flatMap(({ modules }) => modules.flatMap(module => packageOf(module) ?? []));
  const components = componentsAt([
    ...bundled,
    ...runtimePackages('packages/web'),
    ...drivers.map(({ path }) => path),
  ]);
  const files = [
    textFile('package.json', `${JSON.stringify(manifest(version), null, 2)}\n`),
    { ...textFile('bin/hush.mjs', LAUNCHER), isProgram: true },
    ...command.map(({ name, text }) => ({ path: `cli/dist/${name}`, data: Buffer.from(text) })),
    ...filesIn(relative(ROOT, dirname(PAGE)), 'web/dist'),
    ...drivers.map(driver => ({ path: `drivers/${driver.name}.node`, data: driverFile(driver) })),
    ...filesIn('deploy', 'deploy'),
    ...filesIn('examples', 'examples'),
    ...filesIn('docs/adr', 'docs/adr'),
    ...['protocol', 'asyncapi', 'tiles'].map(dataFile),
    ...DOCUMENTS.map(path => ({ path, data: readFileSync(join(ROOT, path)) })),
    textFile('LICENSES.txt', licenceTexts(components)),
    textFile('sbom.cdx.json', `${JSON.stringify(billOfMaterials(version, components), null, 2)}\n`),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  return [...files, textFile('SHA256SUMS', checksums(files))];
}

/** @param {string} path @param {Uint8Array | string} data */
function writeBeside(path, data) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

/**
 * Makes the archive, its checksum and its bill of materials in a folder; returns the path of the archive.
 * @param {{ folder: string, isOnlyHere: boolean }} options
 */
export async function release({ folder, isOnlyHere }) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const files = await releaseFiles(version, isOnlyHere);
  const packed = packArchive(files.map(file => ({ ...file, path: `package/${file.path}` })));
  const name = `hush-${version}.tgz`;
  writeBeside(join(folder, name), packed);
  writeBeside(join(folder, `${name}.sha256`), checksums([{ path: name, data: packed }]));
  const bill = files.find(({ path }) => path === 'sbom.cdx.json');
  writeBeside(join(folder, `hush-${version}.cdx.json`), bill?.data ?? '');
  return { archive: join(folder, name), bytes: packed.length, drivers: driversOf(isOnlyHere) };
}

async function main() {
  const isOnlyHere = process.argv.includes('--here');
  const folder = process.argv.slice(2).find(word => !word.startsWith('-')) ?? join(ROOT, 'release');
  await setup();
  const { archive, bytes, drivers } = await release({ folder, isOnlyHere });
  const names = drivers.map(({ name }) => name).join(', ');
  process.stdout.write(`${archive}: ${(bytes / 1e6).toFixed(1)} MB, for ${names}\n`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main);
