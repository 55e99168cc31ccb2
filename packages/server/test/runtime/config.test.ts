/** Tests of the settings: each is documented, and each mistake is reported with a sentence. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, VARIABLES } from '../../src/index.ts';

test('PR-52g without any setting all values are safe defaults', () => {
  expect(readConfig({ PATH: '/bin', HUSH: 'not ours' })).toEqual({
    ok: true,
    value: {
      port: 8080,
      host: undefined,
      dataDir: './data',
      origins: [],
      trustedProxies: 0,
      logLevel: 'info',
      keepDays: 30,
      keepCrewDays: 730,
      privacy: {},
      nameFilter: [],
      board: false,
      metricsToken: undefined,
      ice: { servers: [], turn: undefined, relayOnly: false },
      cluster: null,
      limits: {
        disk: 0,
        tables: 10_000,
        connections: 10_000,
        connectionsPerIp: 100,
        tablesPerHour: 60,
        missesPerMinute: 10,
      },
    },
  });
});

test('PR-52g settings are read from the environment, and an empty one counts as not set', () => {
  const config = readConfig({
    PORT: ' 0 ',
    HOST: '::1',
    HUSH_ORIGINS: 'https://hush.example, http://localhost:5173',
    HUSH_TRUST_PROXY: '1',
    HUSH_KEEP_DAYS: '',
    HUSH_METRICS: 'a-secret-of-some-length',
  });
  expect(config).toMatchObject({
    ok: true,
    value: {
      port: 0,
      host: '::1',
      origins: ['https://hush.example', 'http://localhost:5173'],
      trustedProxies: 1,
      keepDays: 30,
      metricsToken: 'a-secret-of-some-length',
    },
  });
});

test.each([
  ['PORT', '80a', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '1e3', 'PORT must be a whole number from 0 to 65535.'],
  ['HUSH_LOG', 'loud', 'HUSH_LOG must be one of silent, fatal, error, warn, info, debug, trace.'],
  ['HUSH_KEEP_DAYS', '0', 'HUSH_KEEP_DAYS must be a whole number from 1 to 36500.'],
  [
    'HUSH_PRIVACY',
    '/nowhere/privacy.txt',
    "HUSH_PRIVACY names a file that cannot be read: ENOENT: no such file or directory, open '/nowhere/privacy.txt'.",
  ],
  ['HUSH_KEEP_CREW_DAYS', 'ever', 'HUSH_KEEP_CREW_DAYS must be a whole number from 0 to 36500.'],
  ['HUSH_BOARD', 'yes', 'HUSH_BOARD must be on or off.'],
  [
    'HUSH_HEIST_BEACON',
    'drand',
    'HUSH_HEIST_BEACON must be the http address of a drand relay with the hash of its chain.',
  ],
  ['HUSH_METRICS', 'short', 'HUSH_METRICS must be a secret of at least 16 characters without spaces.'],
  ['HUSH_TRUST_PROXY', 'yes', 'HUSH_TRUST_PROXY must be a whole number from 0 to 9.'],
  [
    'HUSH_ORIGINS',
    'https://hush.example/',
    'HUSH_ORIGINS must be a list of origins such as https://hush.example, but "https://hush.example/" is not one.',
  ],
  [
    'HUSH_ORIGINS',
    'hush.example',
    'HUSH_ORIGINS must be a list of origins such as https://hush.example, but "hush.example" is not one.',
  ],
  ['HUSH_PORT', '1', 'There is no setting HUSH_PORT; docs/OPERATING.md lists those there are.'],
])('PR-52g %s=%s is refused with one sentence', (name, value, sentence) => {
  expect(readConfig({ [name]: value })).toEqual({ ok: false, error: [sentence] });
});

test('PR-52g all wrong settings are reported together', () => {
  const config = readConfig({ PORT: 'x', HUSH_LOG: 'x', HUSH_X: 'x' });
  expect(config.ok ? [] : config.error).toHaveLength(3);
});

test('PR-52g docs/OPERATING.md documents exactly the existing settings, each with its default', () => {
  const text = readFileSync(new URL('../../../../docs/OPERATING.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(PORT|HOST|HUSH_\w+)` \| ([^|]+) \|/gm)];
  expect(rows.map(([, name]) => name)).toEqual(VARIABLES);
  for (const [, name = '', shown = ''] of rows) {
    const [, value] = /^`(.+)`$/.exec(shown.trim()) ?? [];
    if (value !== undefined) expect(readConfig({ [name]: value })).toEqual(readConfig({}));
  }
});
