/**
 * Builds deploy/docker/Dockerfile with buildah and starts the image. No registry is used: the base image is replaced by this
 * machine's Node, a shell and the user `node`; everything after the FROM line is real.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const BASE = 'docker.io/library/node:24-bookworm-slim';
const PROGRAMS = ['/bin/sh', '/bin/mkdir', '/bin/chown', '/bin/ln', '/usr/bin/env'];
const NODE_USER = 1000;

/** The part of the image's configuration that the tests read. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export const hasBuildah = (): boolean => spawnSync('buildah', ['--version']).status === 0;

export class Builder {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string) {
    this.#folder = folder;
    this.#env = { ...process.env, TMPDIR: folder };
    writeFileSync(this.#policy, '{"default":[{"type":"insecureAcceptAnything"}]}');
  }

  get #policy(): string {
    return join(this.#folder, 'policy.json');
  }

  #args(args: readonly string[]): string[] {
    const [root, run] = [join(this.#folder, 'root'), join(this.#folder, 'run')];
    return ['--storage-driver', 'vfs', '--root', root, '--runroot', run, ...args];
  }

  run(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('buildah', this.#args(args), {
      env: this.#env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`buildah ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }

  /** Builds the image with this archive, as a container that is not started. */
  build(archive: string, version: string, dockerfile: string): string {
    const base = this.run('from', 'scratch');
    this.run('add', '--quiet', base, standIn(join(this.#folder, 'base'), archive), '/');
    this.run('commit', '--quiet', '--signature-policy', this.#policy, base, BASE);
    const context = join(this.#folder, 'context');
    mkdirSync(context);
    copyFileSync(archive, join(context, `hush-${version}.tgz`));
    writeFileSync(join(context, 'Dockerfile'), dockerfile);
    const offline = ['--pull-never', '--signature-policy', this.#policy];
    const form = ['--isolation', 'chroot', '--format', 'docker'];
    this.run(
      'bud',
      '--quiet',
      ...form,
      ...offline,
      '--build-arg',
      `VERSION=${version}`,
      '--tag',
      'hush',
      context,
    );
    return this.run('from', ...offline, 'hush');
  }

  configOf(container: string): ImageConfig {
    return (JSON.parse(this.run('inspect', container)) as { Docker: { config: ImageConfig } }).Docker.config;
  }

  /** Starts the image's own command with a volume of its own. */
  start(container: string, command: readonly string[], port: number): ChildProcess {
    const volume = join(this.#folder, 'volume');
    mkdirSync(volume);
    chownSync(volume, NODE_USER, NODE_USER);
    const settings = ['--isolation', 'chroot', '--env', `PORT=${port}`, '--volume', `${volume}:/data`];
    return spawn('buildah', this.#args(['run', ...settings, container, '--', ...command]), {
      env: this.#env,
      stdio: 'ignore',
      detached: true, // a separate process group, so that all of it can be ended
    });
  }

  /** Files that the container has written since this moment, except those in its volume. */
  writtenIn(container: string, since: number): readonly string[] {
    const root = this.run('mount', container);
    const all = readdirSync(root, { recursive: true, withFileTypes: true });
    const paths = all.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
    return paths.filter(path => statSync(path).ctimeMs > since);
  }
}

/**
 * A stand-in for the base image: Node, a shell, and the libraries that Node, the shell and the database driver need.
 */
function standIn(root: string, archive: string): string {
  for (const folder of ['etc', 'tmp', 'usr/local/bin', 'usr/bin', 'bin'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0::/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/:/bin/sh\n`,
  );
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nnode:x:${NODE_USER}:\n`);
  const unpacked = join(dirname(root), 'archive');
  mkdirSync(unpacked);
  spawnSync('tar', ['xf', archive, '-C', unpacked]);
  const drivers = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.node'),
  );
  const needed = [...PROGRAMS, process.execPath, ...drivers.map(name => join(unpacked, name))].flatMap(
    librariesOf,
  );
  for (const file of new Set([...PROGRAMS, ...needed])) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(file, join(root, file), { dereference: true });
  }
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  return root;
}

const librariesOf = (file: string): readonly string[] =>
  spawnSync('ldd', [file], { encoding: 'utf8' })
    .stdout.match(/\/\S+/g)
    ?.filter(path => /[.]so/.test(path) && existsSync(path)) ?? [];
