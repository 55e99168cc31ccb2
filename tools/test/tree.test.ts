/** Tests of the repository as a whole: boundaries agree, the lockfile is portable, no file names a local path. */
import { expect, test } from 'vitest';
import { packageNames } from '../fresh.mjs';
import layers from '../layers.cjs';
import { missingFrom } from '../lock.mjs';
import { exists, files, read, readJson } from './tree.ts';

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
interface Project {
  readonly references?: readonly { readonly path: string }[];
}

const PACKAGES = packageNames().filter(name => exists(`packages/${name}/src`));
const ours = (name: string): readonly string[] =>
  Object.keys((readJson(`packages/${name}/package.json`) as PackageJson).dependencies ?? {})
    .filter(dependency => dependency.startsWith('@hush/'))
    .map(dependency => dependency.slice('@hush/'.length));
const references = (path: string): readonly string[] =>
  ((readJson(path) as Project).references ?? []).map(reference => reference.path.split('/').at(-1) ?? '');
const sorted = (list: readonly string[]): readonly string[] => [...list].sort();

test.each(['tsconfig.json', 'tsconfig.test.json'])('%s checks every package that contains sources', path => {
  expect(sorted(references(path))).toEqual(sorted(PACKAGES));
});

test.each(PACKAGES)('%s references the packages it declares, and no others', name => {
  expect(sorted(references(`packages/${name}/tsconfig.json`))).toEqual(sorted(ours(name)));
});

test.each(PACKAGES)('%s declares only what the layers allow', name => {
  const allowed: Readonly<Record<string, readonly string[]>> = layers;
  expect(Object.keys(allowed)).toContain(name);
  expect(ours(name).filter(dependency => !allowed[name]?.includes(dependency))).toEqual([]);
});

test.each(PACKAGES)('%s has the version of the root package', name => {
  const { version } = readJson('package.json') as PackageJson;
  expect(readJson(`packages/${name}/package.json`)).toMatchObject({
    name: `@hush/${name}`,
    version,
    private: true,
  });
});

test('the lockfile names no registry host', () => {
  const resolved = [...read('package-lock.json').matchAll(/"resolved": "([^"]*)"/g)].map(
    ([, place]) => place,
  );
  expect(resolved.filter(place => !/^packages\/[a-z]+$/.test(place ?? ''))).toEqual([]);
});

test('the lockfile holds the optional builds of every platform (npm run lock)', () => {
  expect(missingFrom(readJson('package-lock.json') as Parameters<typeof missingFrom>[0])).toEqual([]);
});

test('no file names a folder of a developer’s machine', () => {
  const local = /(?:^|[^\w.])\/(?:work|farm|root|home|Users|tmp)\//m;
  const named = files().filter(path => local.test(read(path)));
  expect(named).toEqual([]);
});

test('no file names a package registry’s host', () => {
  const host = /registry[.](?:npm|yarn)|[a-z]+[.]pkg[.]/;
  expect(files().filter(path => host.test(read(path)))).toEqual([]);
});

test('no test is skipped or focused by a call', () => {
  const off = /^\s*(?:test|it|describe)[.](?:skip|only|todo|fails)\b/m;
  expect(files().filter(path => /[.]test[.]ts$/.test(path) && off.test(read(path)))).toEqual([]);
});
