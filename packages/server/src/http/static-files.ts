/**
 * The files of the built page, read once at the start and served from memory. Only names that were read can be requested, so
 * no path leads out of the folder. New files are served after the next start.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Names that contain a hash of the file's contents; such files are cached for ever. */
const HASHED = /[.-][\w-]{8,}[.]\w+$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';
const WORTH_PACKING = 1024;

/** Returns every file of the folder by its URL path; empty if the folder does not exist. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .map(name => join(folder, name))
      .filter(path => statSync(path).isFile() && TYPES[extname(path)] !== undefined)
      .map(path => [
        `/${relative(folder, path).split(sep).join('/')}`,
        new StaticFile(path, readFileSync(path)),
      ]),
  );
}

const pack = promisify(gzip);

/** A file; its tag and its compressed form are made at the first request, because making all of them delays the start. */
export class StaticFile {
  readonly type: string;
  readonly cache: string;
  readonly body: Buffer;
  #etag: string | undefined;
  #gzipped: Promise<Buffer> | undefined;

  constructor(path: string, body: Buffer) {
    const inAssets = path.split(sep).includes('assets');
    this.type = TYPES[extname(path)] ?? 'application/octet-stream';
    this.cache = inAssets && HASHED.test(path) ? FOR_EVER : ASK_AGAIN;
    this.body = body;
  }

  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`;
    return this.#etag;
  }

  /** Returns the compressed file, made by a thread of Node; undefined if compression would not help. */
  gzipped(): Promise<Buffer> | undefined {
    if (!/charset/.test(this.type) || this.body.length < WORTH_PACKING) return undefined;
    this.#gzipped ??= pack(this.body, { level: 9 });
    return this.#gzipped;
  }
}
