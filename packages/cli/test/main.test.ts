/** The entry point: how commands are found and explained, and which address a server prints. */
import { expect, test } from 'vitest';
import { main } from '../src/main.ts';
import { announcement, forTerminal } from '../src/serve-command.ts';
import { fakeIo } from './fake-io.ts';
import { modulesInTerminal, readQr } from './qr-reader.ts';

const COMMANDS = [
  'help',
  'backup',
  'bench',
  'doctor',
  'referee',
  'replay',
  'restore',
  'serve',
  'tiles',
  'verify',
] as const;

async function hush(...args: readonly string[]): Promise<readonly [number, string, string]> {
  const io = fakeIo();
  return [await main(args, io), io.said(), io.complained()];
}

test.each(COMMANDS)('hush %s prints its usage', async name => {
  const asked = await hush(name, '--help');
  expect(asked).toEqual([0, expect.stringMatching(new RegExp(`^usage: hush ${name}[ \\n]`)), '']);
  expect(await hush(name, '-h')).toEqual(asked);
  expect(await hush('help', name)).toEqual(asked);
  expect(await hush(name, 'something', '--help')).toEqual(asked);
});

test('the list of commands names every command', async () => {
  const [exit, said] = await hush();
  expect(exit).toBe(0);
  expect(said.match(/^ {2}hush [a-z]+/gm)?.map(line => line.slice(7))).toEqual(
    expect.arrayContaining([...COMMANDS]),
  );
  expect(await hush('--help')).toEqual([exit, said, '']);
});

test('hush --version prints the version', async () => {
  expect(await hush('--version')).toEqual([0, expect.stringMatching(/^hush \d+[.]\d+[.]\d+\n$/), '']);
});

test('an unknown command is answered with its name and the list of commands', async () => {
  expect(await hush('toString')).toEqual([
    2,
    '',
    expect.stringMatching(/^hush: there is no command 'toString'[.]\nusage:/),
  ]);
  expect(await hush('help', 'nothing')).toEqual([2, '', expect.stringContaining("no command 'nothing'")]);
});

const listener = { port: 8080, host: undefined, origins: [] };

test.each([
  [{}, true, 'warn'],
  [{ HUSH_LOG: '' }, true, 'warn'],
  [{ HUSH_LOG: 'info' }, true, 'info'],
  [{}, false, undefined],
])('OP-1a with the settings %j (on a terminal: %s), the log level is %s', (env, isTerminal, level) => {
  expect(forTerminal(env, isTerminal)['HUSH_LOG']).toBe(level);
});

test('PR-40c the announcement begins with the address for phones and ends with how to stop', () => {
  const lines = announcement(listener, ['http://10.0.0.7:8080/', 'http://10.9.9.9:8080/']).trim().split('\n');
  expect(lines[0]).toBe('Hush is running. Open this on a phone, or scan it:  http://10.0.0.7:8080/');
  expect(lines.slice(-3)).toEqual([
    'Other networks:    http://10.9.9.9:8080/',
    'On this computer:  http://localhost:8080/',
    'Press Ctrl+C to stop.',
  ]);
});

test('PR-40c a server that no phone can reach prints that, and no QR code', () => {
  expect(announcement({ ...listener, host: '127.0.0.1' })).toBe(
    '\nOn this computer:  http://localhost:8080/\nOther devices cannot reach it: HOST is 127.0.0.1.\nPress Ctrl+C to stop.\n',
  );
  expect(announcement(listener, [])).toContain(
    'Other devices cannot reach it: this computer is not on a network.',
  );
});

test.each([
  'http://10.0.0.7:80/',
  'http://192.168.178.123:65535/',
  'http://[2001:db8:85a3:8d3:1319:8a2e:370:7348]:8080/',
])('PR-40c the QR code on the terminal, read as a phone does, holds the address %s', url => {
  const lines = announcement(listener, [url, 'http://10.9.9.9/']).split('\n');
  const drawn = lines.filter(line => /^[█▀▄ ]+$/.test(line)).join('\n');
  expect(readQr(modulesInTerminal(drawn, 2))).toBe(url);
});
