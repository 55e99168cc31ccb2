/** The front door: how commands are found and explained, and where a server says it is. */
import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { announcement } from '../src/serve-command.ts';
import { fakeIo } from './fake-io.ts';
import { modulesInTerminal, readQr } from './qr-reader.ts';

const COMMANDS = ['help', 'backup', 'bench', 'referee', 'replay', 'serve', 'tiles', 'verify'] as const;

async function hush(...args: readonly string[]): Promise<readonly [number, string, string]> {
  const io = fakeIo();
  return [await main(args, io), io.said(), io.complained()];
}

test.each(COMMANDS)('hush %s explains itself to whoever asks', async name => {
  const asked = await hush(name, '--help');
  expect(asked).toEqual([0, expect.stringMatching(new RegExp(`^usage: hush ${name}[ \\n]`)), '']);
  expect(await hush(name, '-h')).toEqual(asked);
  expect(await hush('help', name)).toEqual(asked);
  expect(await hush(name, 'something', '--help')).toEqual(asked);
});

test('the list names every command', async () => {
  const [exit, said] = await hush();
  expect(exit).toBe(0);
  expect(said.match(/^ {2}hush [a-z]+/gm)?.map(line => line.slice(7))).toEqual(
    expect.arrayContaining([...COMMANDS]),
  );
  expect(await hush('--help')).toEqual([exit, said, '']);
});

test('the version is that of the package', async () => {
  expect(await hush('--version')).toEqual([0, expect.stringMatching(/^hush \d+[.]\d+[.]\d+\n$/), '']);
});

test('what is no command is named, with the list', async () => {
  expect(await hush('toString')).toEqual([
    2,
    '',
    expect.stringMatching(/^hush: there is no command 'toString'[.]\nusage:/),
  ]);
  expect(await hush('help', 'nothing')).toEqual([2, '', expect.stringContaining("no command 'nothing'")]);
});

test.each([
  [undefined, 'http://localhost:8080/'],
  ['0.0.0.0', 'http://localhost:8080/'],
  ['::', 'http://localhost:8080/'],
  ['::1', 'http://localhost:8080/'],
  ['127.0.0.1', 'http://localhost:8080/'],
  ['192.0.2.7', 'http://192.0.2.7:8080/'],
  ['2001:db8::7', 'http://[2001:db8::7]:8080/'],
  ['fe80::7%eth0', 'http://[fe80::7%25eth0]:8080/'],
  ['hush.example', 'http://hush.example:8080/'],
])('a server at %s is found at %s', (host, url) => {
  expect(announcement(8080, host)).toContain(`Hush is served at ${url}\n`);
});

test.each([
  ['10.0.0.7', 80, 'http://10.0.0.7:80/'],
  ['192.168.178.123', 65_535, 'http://192.168.178.123:65535/'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', 8080, 'http://[2001:db8:85a3:8d3:1319:8a2e:370:7348]:8080/'],
])('a phone that is pointed at the terminal finds %s', (address, port, url) => {
  const lines = announcement(port, undefined, [address, '10.9.9.9']).split('\n');
  const drawn = lines.filter(line => /^[█▀▄ ]+$/.test(line)).join('\n');
  expect(readQr(modulesInTerminal(drawn, 2))).toBe(url);
});
