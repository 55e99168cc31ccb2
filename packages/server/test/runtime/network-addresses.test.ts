/** Tests of the addresses that a server prints, from its settings and the machine's networks. */
import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { localUrl, reachableUrls } from '../../src/index.ts';
import { isNearby } from '../../src/runtime/network-addresses.ts';
import { serve, type TestServer } from '../server-kit.ts';

const on = (address: string, internal = false): NetworkInterfaceInfo => {
  const common = { address, netmask: '', mac: '', internal, cidr: null };
  return address.includes(':') ? { ...common, family: 'IPv6', scopeid: 0 } : { ...common, family: 'IPv4' };
};

const NETWORKS = {
  lo: [on('127.0.0.1', true), on('::1', true)],
  docker0: [on('172.17.0.1')],
  eth1: [on('203.0.113.9')],
  wlan0: [on('fe80::7'), on('192.168.1.23'), on('2001:db8::23')],
  usb0: [on('169.254.3.4')],
};

const listener = { port: 8080, host: undefined, origins: [] };

test.each([
  [undefined, ['http://192.168.1.23:8080/', 'http://203.0.113.9:8080/', 'http://172.17.0.1:8080/']],
  ['0.0.0.0', ['http://192.168.1.23:8080/', 'http://203.0.113.9:8080/', 'http://172.17.0.1:8080/']],
  ['127.0.0.1', []],
  ['localhost', []],
  ['::1', []],
  ['192.0.2.7', ['http://192.0.2.7:8080/']],
  ['2001:db8::7', ['http://[2001:db8::7]:8080/']],
  ['fe80::7%eth0', ['http://[fe80::7%25eth0]:8080/']],
  ['hush.example', ['http://hush.example:8080/']],
])('PR-40a a server with HOST %s has the addresses %j', (host, urls) => {
  expect(reachableUrls({ ...listener, host }, NETWORKS)).toEqual(urls);
});

test('PR-40a IPv6 addresses are listed only if there is no other address, and link-local addresses are never listed', () => {
  const only = { lo: NETWORKS.lo, wlan0: [on('fe80::7'), on('2001:db8::23')] };
  expect(reachableUrls(listener, only)).toEqual(['http://[2001:db8::23]:8080/']);
  expect(reachableUrls({ ...listener, host: '0.0.0.0' }, only)).toEqual([]);
  expect(reachableUrls(listener, { lo: NETWORKS.lo })).toEqual([]);
});

test('PR-40a the origins of HUSH_ORIGINS are the addresses, except those that only this machine can reach', () => {
  const origins = ['http://localhost:8080', 'http://[::1]:8080', 'https://hush.example'];
  expect(reachableUrls({ ...listener, origins }, NETWORKS)).toEqual(['https://hush.example/']);
  expect(reachableUrls({ ...listener, origins: ['http://127.0.0.1:8080'] }, NETWORKS)[0]).toBe(
    'http://192.168.1.23:8080/',
  );
});

test.each([
  [undefined, 'http://localhost:8080/'],
  ['0.0.0.0', 'http://localhost:8080/'],
  ['::', 'http://localhost:8080/'],
  ['::1', 'http://localhost:8080/'],
  ['127.0.0.1', 'http://localhost:8080/'],
  ['192.0.2.7', 'http://192.0.2.7:8080/'],
  ['2001:db8::7', 'http://[2001:db8::7]:8080/'],
])('PR-40a on its own machine, a browser opens a server with HOST %s as %s', (host, url) => {
  expect(localUrl({ ...listener, host })).toBe(url);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:192.168.1.4', true],
  ['10.1.2.3', true],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['fd12::1', true],
  ['fe80::1%eth0', true],
  ['203.0.113.7', false],
  ['2001:db8::1', false],
  ['', false],
])('PR-40b the address %s counts as nearby: %s', (address, yes) => {
  expect(isNearby(address)).toBe(yes);
});

async function told({ port }: TestServer, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}/api/addresses`, { headers })).json();
}

const STRANGER = { 'x-forwarded-for': '203.0.113.7' };

test('PR-40b the server’s addresses are sent to a device in the same network, but not to a stranger', async () => {
  const plain = await serve({ env: { HOST: '0.0.0.0' }, networks: NETWORKS });
  expect(await told(plain)).toMatchObject({
    addresses: { 0: `http://192.168.1.23:${plain.port}/`, length: 3 },
  });
  expect(await told(plain, STRANGER)).toMatchObject({ addresses: [] }); // the proxy is not in the server's settings
  const behind = await serve({ env: { HOST: '0.0.0.0', HUSH_TRUST_PROXY: '1' }, networks: NETWORKS });
  expect(await told(behind, STRANGER)).toMatchObject({ addresses: [] });
  expect(await told(behind, { 'x-forwarded-for': '192.168.1.4' })).toMatchObject({
    addresses: { length: 3 },
  });
});

test('PR-40b public addresses are sent to everybody', async () => {
  const server = await serve({ env: { HUSH_ORIGINS: 'https://hush.example' } });
  expect(await told(server, STRANGER)).toMatchObject({ addresses: ['https://hush.example/'] });
});

test.each([
  [{}, 0],
  [{ 'x-forwarded-for': '203.0.113.7' }, 1],
  [{ 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }, 2],
])('PR-40d the number of proxies of a request with the headers %j is %i', async (headers, proxies) => {
  expect(await told(await serve(), headers)).toMatchObject({ proxies });
});
