/** Tests of a release in an empty folder: the archive runs with npx and unpacked, and its lists are complete. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { release } from '../../../tools/release.mjs';
import { setupBuild } from '../../../tools/setup.mjs';
import { unpackArchive } from '../../../tools/tar.mjs';
import { MOUNT } from '../../server/test/needs.ts';
import { reservePort } from '../../server/test/ports.ts';
import { Builder, hasBuildah } from './deploy/image-kit.ts';
import { deployed, listening } from './deploy/tool.ts';
import { modulesInTerminal, readQr } from './qr-reader.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'hush-release-'));
let archive = '';

beforeAll(async () => {
  await setupBuild();
  ({ archive } = await release({ folder: FOLDER, isOnlyHere: true }));
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

const emptyFolder = (): string => mkdtempSync(join(FOLDER, 'empty-'));

/** An empty folder with a copy of the release archive. */
function folderWithArchive(): string {
  const folder = emptyFolder();
  cpSync(archive, join(folder, 'hush.tgz'));
  return folder;
}

/** The files of the archive by name, without the folder around them that npm requires. */
const contents = (): ReadonlyMap<string, Uint8Array> =>
  new Map(
    unpackArchive(readFileSync(archive)).map(({ path, data }) => [path.replace(/^package\//, ''), data]),
  );

function unpacked(): string {
  const folder = emptyFolder();
  for (const { path, data, isProgram } of unpackArchive(readFileSync(archive))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), data);
    if (isProgram) chmodSync(join(folder, path), 0o755);
  }
  return join(folder, 'package');
}

/** An environment without settings of the test machine, which must not reach the release. */
const bare = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: FOLDER,
  HOST: '127.0.0.1',
  PORT: '0',
  ...more,
});

interface Started {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
}

function started(cwd: string, [file = '', ...args]: readonly string[], env: Record<string, string>): Started {
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGTERM');
  });
  const said = { out: '', err: '' };
  child.stdout?.on('data', data => {
    said.out += data;
  });
  child.stderr?.on('data', data => {
    said.err += data;
  });
  return { child, out: () => said.out, err: () => said.err };
}

const portIn = (log: string): number | undefined => {
  const found = /"port":(\d+).*"msg":"listening"/.exec(log)?.[1];
  return found === undefined ? undefined : Number(found);
};

test.each([
  ['npx and no network', () => ['npx', '--yes', '--offline', './hush.tgz', 'serve'], folderWithArchive],
  ['its own launcher', (folder: string) => [join(folder, 'bin/hush.mjs'), 'serve'], unpacked],
] as const)(
  'OP-2a in an empty folder the archive shows a QR code, serves the page and opens a table with %s',
  async (_, command, place) => {
    const folder = place();
    const env = bare({ HUSH_ORIGINS: 'http://hush.example', npm_config_cache: emptyFolder() });
    const { child, out, err } = started(folder, command(folder), env);
    const hasStarted = (): boolean => err().includes('Press Ctrl+C to stop.') && portIn(out()) !== undefined;
    await expect.poll(() => hasStarted() || child.exitCode !== null).toBe(true);
    const drawn = err()
      .split('\n')
      .filter(line => /^[█▀▄ ]+$/.test(line));
    expect(readQr(modulesInTerminal(drawn.join('\n'), 2))).toBe('http://hush.example/');
    const here = `http://127.0.0.1:${portIn(out())}`;
    expect(await (await fetch(here)).text()).toContain('<script type="module"');
    const table = await fetch(`${here}/api/tables`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: '{"wish": {"scenario": 1}}',
    });
    expect([table.status, await table.json()]).toEqual([201, { code: expect.stringMatching(/^\w{8}$/) }]);
    child.kill('SIGTERM');
    await expect.poll(() => out()).toContain('"msg":"stopped"');
  },
);

test('OP-2b every file of the archive has its checksum, and the archive itself has one', () => {
  const files = contents();
  const sums = Buffer.from(files.get('SHA256SUMS') ?? '')
    .toString()
    .trim()
    .split('\n')
    .map(line => line.split('  '));
  expect(new Set(sums.map(([, path]) => path))).toEqual(
    new Set([...files.keys()].filter(path => path !== 'SHA256SUMS')),
  );
  for (const [sum, path = ''] of sums)
    expect([
      path,
      createHash('sha256')
        .update(files.get(path) ?? '')
        .digest('hex'),
    ]).toEqual([path, sum]);
  const [sum] = readFileSync(`${archive}.sha256`, 'utf8').split('  ');
  expect(createHash('sha256').update(readFileSync(archive)).digest('hex')).toBe(sum);
});

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly group?: string;
    readonly name: string;
    readonly version: string;
  }[];
}

test('OP-2b the bill of materials lists packages that run, not build tools, each with its licence', () => {
  const files = contents();
  const text = (path: string): string => Buffer.from(files.get(path) ?? '').toString();
  const { bomFormat, components } = JSON.parse(text('sbom.cdx.json')) as Bill;
  const names = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(
    expect.arrayContaining(['libsql', 'detect-libc', 'pino', 'ws', 'preact', '@preact/signals', 'valibot']),
  );
  expect(names.filter(name => /typescript|vite|rolldown|biome|playwright|fast-check/.test(name))).toEqual([]);
  for (const [i, name] of names.entries())
    expect(text('LICENSES.txt')).toContain(`\n${name} ${components[i]?.version} (`);
  expect([...files.keys()].filter(path => path.includes('node_modules'))).toEqual([]);
});

test("OP-2e every link in the archive's documents for operators leads to a file or a folder of the archive", () => {
  const files = contents();
  const documents = [...files.keys()].filter(path =>
    /^(?:SECURITY|CHANGELOG|deploy\/README|docs\/(?:OPERATING|RUNBOOK|CLUSTER|THREAT_MODEL))[.]md$/.test(
      path,
    ),
  );
  expect(documents).toHaveLength(7);
  const links = documents.flatMap(document => {
    const text = Buffer.from(files.get(document) ?? '').toString();
    return [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) =>
      posix.join(posix.dirname(document), link),
    );
  });
  expect(links.length).toBeGreaterThan(10);
  const paths = [...files.keys()];
  expect(links.filter(link => !paths.some(path => path === link || path.startsWith(`${link}/`)))).toEqual([]);
});

test('OP-2b the same sources give the same archive', async () => {
  const again = await release({ folder: emptyFolder(), isOnlyHere: true });
  expect(readFileSync(again.archive).equals(readFileSync(archive))).toBe(true);
});

test('OP-6e the image of deploy/docker runs as its own user, writes only to its volume, and its health check passes', async ({
  skip,
}) => {
  skip(!MOUNT.has, MOUNT.lack);
  skip(!hasBuildah(), 'buildah is not installed (its chroot needs the libraries of the system)');
  const builder = new Builder(emptyFolder());
  const { version } = JSON.parse(Buffer.from(contents().get('package.json') ?? '').toString()) as {
    version: string;
  };
  const container = builder.build(archive, version, deployed('docker/Dockerfile'));
  const { User, Cmd, Volumes, Healthcheck } = builder.configOf(container);
  expect([User, Object.keys(Volumes)]).toEqual(['node', ['/data']]);
  const port = await reservePort();
  const began = Date.now();
  const child = builder.start(container, Cmd, port);
  const end = (): void => void (child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGTERM'));
  onTestFinished(end);
  await listening(port);
  const check = Healthcheck.Test.slice(1).map(word => word.replace('8080', String(port)));
  expect(builder.run('run', '--isolation', 'chroot', container, '--', ...check)).toBe('');
  expect(builder.run('run', '--isolation', 'chroot', container, '--', 'hush', '--version')).toContain(
    version,
  );
  end();
  await once(child, 'exit');
  expect(builder.writtenIn(container, began)).toEqual([]);
});

test('OP-2c without a database driver for the platform, the command says so in one sentence', () => {
  const folder = unpacked();
  rmSync(join(folder, 'drivers'), { recursive: true });
  const { status, stderr } = spawnSync(join(folder, 'bin/hush.mjs'), ['serve'], {
    encoding: 'utf8',
    env: bare({ HUSH_DATA: emptyFolder() }),
  });
  expect(stderr).toMatch(/^hush serve: The database has no driver that works here \([^\n]+\)\n$/);
  expect(status).toBe(1);
});
