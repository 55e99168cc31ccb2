/** Runs a real nginx with one of our configuration files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { reservePort } from '../../../server/test/ports.ts';
import { certificate, listening, type Skip, scratch, toolFor } from './tool.ts';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx at free ports of this machine with a certificate of its own; returns the port for https. */
export async function startNginx(skip: Skip, site: string, file: string): Promise<number> {
  const tool = toolFor(skip, 'nginx');
  const folder = scratch();
  const [plain, secure] = [await reservePort(), await reservePort()];
  const { cert, key } = certificate(skip, folder, site);
  const text = file
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`)
    .replace(/(ssl_certificate +)\S+;/, `$1${cert};`)
    .replace(/(ssl_certificate_key +)\S+;/, `$1${key};`);
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { access_log off; ${TEMPORARY.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')} ${text} }`;
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, main);
  const { exit, said } = tool.run('-t', '-e', join(folder, 'error.log'), '-c', path);
  expect([exit, said]).toEqual([0, expect.stringContaining('test is successful')]);
  tool.start('-e', join(folder, 'error.log'), '-c', path);
  await listening(secure);
  return secure;
}
