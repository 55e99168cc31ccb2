/** Lists the contents of a release: its packages as a bill of materials (CycloneDX), and their licences as text. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './fresh.mjs';
import { SetupError } from './report.mjs';

/**
 * An entry of package-lock.json.
 * @typedef {{ version: string, license?: string, integrity?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages by the path of their folder
 * @typedef {{ path: string, name: string, version: string, license: string, integrity: string }} Component
 */

const NAME = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** The name of a package, from the folder in which it is installed. @param {string} path */
const nameIn = path => NAME.exec(path)?.[1] ?? path;

/** @returns {LockedPackages} */
export const lockedPackages = () =>
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;

/** The folder in which Node finds a package that another one imports. @param {LockedPackages} locked @param {string} from @param {string} name */
function resolved(locked, from, name) {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (locked[path] !== undefined) return path;
    if (folder === '' || !folder.includes('node_modules')) break;
  }
  return locked[`node_modules/${name}`] === undefined ? undefined : `node_modules/${name}`;
}

/** The registry packages that a workspace needs at run time, with their own dependencies. @param {string} workspace */
export function runtimePackages(workspace, locked = lockedPackages()) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ path) => {
    for (const name of Object.keys(locked[path]?.dependencies ?? {})) {
      const next = name.startsWith('@hush/')
        ? `packages/${name.slice('@hush/'.length)}`
        : resolved(locked, path, name);
      if (next === undefined || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(workspace);
  return [...found].filter(path => path.startsWith('node_modules/'));
}

/** @param {Iterable<string>} paths folders of packages, as in the lockfile @returns {readonly Component[]} */
export function componentsAt(paths, locked = lockedPackages()) {
  return [...new Set(paths)].sort().map(path => {
    const { version, license = '', integrity = '' } = locked[path] ?? { version: '' };
    if (version === '' || license === '' || integrity === '')
      throw new SetupError(`package-lock.json lacks version, licence or checksum of ${path}.`);
    return { path, name: nameIn(path), version, license, integrity };
  });
}

/** A package URL: https://github.com/package-url/purl-spec. @param {{ name: string, version: string }} component */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {Component} component */
function libraryOf({ name, version, license, integrity }) {
  const [, scope, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  const purl = purlOf({ name, version });
  const [algorithm = '', digest = ''] = integrity.split('-', 2);
  if (algorithm !== 'sha512') throw new SetupError(`the checksum of ${name} is no SHA-512.`);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: bare,
    version,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: [{ license: { id: license } }],
    purl,
  };
}

/**
 * A bill of materials in CycloneDX 1.5. Its serial number is computed from its contents, so that two builds of the same
 * release have the same one.
 * @param {string} version of the release
 * @param {readonly Component[]} components
 */
export function billOfMaterials(version, components) {
  const root = purlOf({ name: 'hush', version });
  const libraries = components.map(libraryOf);
  const digest = createHash('sha256')
    .update(JSON.stringify([version, libraries]))
    .digest('hex');
  const uuid = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'hush',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        purl: root,
      },
    },
    components: libraries,
    dependencies: [{ ref: root, dependsOn: libraries.map(library => library.purl) }],
  };
}

/**
 * The text of a package's licence. Drivers have no licence file; their licence is that of libsql.
 * @param {Component} component
 */
function licenceText({ path, name }) {
  const folder = join(ROOT, name.startsWith('@libsql/') ? 'node_modules/libsql' : path);
  const file = readdirSync(folder).find(entry => /^licen[cs]e(?:[.](?:md|txt))?$/i.test(entry));
  if (file === undefined) throw new SetupError(`${name} has no file with its licence.`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

/** All licences in one text. @param {readonly Component[]} components */
export function licenceTexts(components) {
  const parts = components.map(component => {
    const { name, version, license } = component;
    return `${'='.repeat(78)}\n${name} ${version} (${license})\n\n${licenceText(component)}\n`;
  });
  return `Hush contains the following packages. Each is used under its own licence.\n\n${parts.join('\n')}`;
}
