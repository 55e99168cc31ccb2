/**
 * Tests of the files in deploy/: units, image and monitoring are checked by their own programs if installed, and
 * compared with the server.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VARIABLES } from '@hush/server';
import { expect, test } from 'vitest';
import { read } from '../../../../tools/test/tree.ts';
import { FIGURES, serve } from '../../../server/test/server-kit.ts';
import { deployed, scratch, type Tool, toolFor } from './tool.ts';

const UNITS = ['hush.service', 'hush-backup.service', 'hush-backup.timer'];

/** A temporary folder with our systemd units, which start this machine's Node. */
function units(): string {
  const folder = scratch();
  for (const name of UNITS)
    writeFileSync(
      join(folder, name),
      deployed(`systemd/${name}`)
        .replaceAll('/usr/bin/node', process.execPath)
        .replace(/^Documentation=.*$/m, ''),
    );
  return folder;
}

test('OP-6c systemd accepts the units', ({ skip }) => {
  const tool = toolFor(skip, 'systemd-analyze');
  const folder = units();
  expect(tool.run('verify', ...UNITS.map(name => join(folder, name)))).toEqual({ exit: 0, said: '' });
});

test('OP-6c systemd rates the exposure of the services at most 1.5 of 10', ({ skip }) => {
  const tool = toolFor(skip, 'systemd-analyze');
  for (const name of ['hush.service', 'hush-backup.service']) {
    const { said } = tool.run('security', '--offline=yes', '--no-pager', join(units(), name));
    expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThanOrEqual(1.5);
  }
});

/** The metrics of Hush that a text names, without the suffixes of histograms. */
const metricsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:hush|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')),
  ),
];

/** The text that Prometheus reads from a server that has just started. */
async function metricsOfNewServer(): Promise<string> {
  const server = await serve({ env: { HUSH_METRICS: FIGURES } });
  const headers = { authorization: `Bearer ${FIGURES}` };
  return (await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })).text();
}

test('OP-6d every series that an alert names by a label exists before its first count', async () => {
  const text = await metricsOfNewServer();
  const named = [...deployed('monitoring/alerts.yaml').matchAll(/(hush_\w+)\{(\w+)=~?"([^"]+)"\}/g)];
  const series = named.flatMap(([, metric, label, values = '']) =>
    values.split('|').map(value => `${metric}{${label}="${value}"} `),
  );
  expect(series.length).toBeGreaterThan(4);
  expect(series.filter(each => !text.includes(`\n${each}`))).toEqual([]);
});

test('OP-6d the alerts, the dashboard and the documents name only metrics that the server has', async () => {
  const text = await metricsOfNewServer();
  // Whether a single server has this metric; only a node of a cluster has the others, and a test of the cluster
  // compares them (CL-18a).
  const isHere = (name: string): boolean => !name.startsWith('hush_cluster_');
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const files = [deployed('monitoring/alerts.yaml'), deployed('monitoring/grafana-dashboard.json')];
  const named = metricsIn([...files, read('docs/RUNBOOK.md'), read('docs/OPERATING.md')].join('\n'));
  expect(named.length).toBeGreaterThan(15);
  expect([...known].filter(name => !isHere(name))).toEqual([]);
  expect(named.filter(name => isHere(name) && !known.has(name))).toEqual([]);
});

test('OP-6d every alert has its first three steps in docs/RUNBOOK.md, and the runbook has no other entry', () => {
  const alerts = [...deployed('monitoring/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  );
  const entries = read('docs/RUNBOOK.md').split(/^### /m).slice(1);
  expect(entries.map(entry => entry.split('\n')[0])).toEqual(alerts);
  for (const entry of entries) expect(entry.match(/^[123][.] \S/gm), entry).toHaveLength(3);
});

test('OP-6d promtool accepts the rules and the scrape configuration', ({ skip }) => {
  const tool = toolFor(skip, 'promtool');
  const folder = scratch();
  for (const name of ['alerts.yaml', 'prometheus.yaml'])
    writeFileSync(join(folder, name), deployed(`monitoring/${name}`));
  const { exit, said } = tool.run('check', 'config', join(folder, 'prometheus.yaml'));
  expect([exit, said]).toEqual([0, expect.stringMatching(/SUCCESS: 20 rules found/)]);
});

test('OP-6d the alert of a journal that cannot be written fires after half a minute', ({ skip }) => {
  const tool = toolFor(skip, 'promtool');
  const folder = scratch();
  writeFileSync(join(folder, 'alerts.yaml'), deployed('monitoring/alerts.yaml'));
  const labels = '{ severity: page }';
  const summary = 'The journal cannot be written; every hourglass stands still.';
  const alert = (at: string, fires: string): string =>
    `      - { eval_time: ${at}, alertname: HushJournalUnavailable, exp_alerts: [${fires}] }\n`;
  const text = `rule_files: [alerts.yaml]
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series: [{ series: hush_broker_available, values: '1 0 0 0 0' }]
    alert_rule_test:
${alert('15s', '')}${alert('1m', `{ exp_labels: ${labels}, exp_annotations: { summary: "${summary}" } }`)}`;
  writeFileSync(join(folder, 'test.yaml'), text);
  expect(tool.run('test', 'rules', join(folder, 'test.yaml'))).toMatchObject({ exit: 0 });
});

test('OP-6e the image runs as an ordinary user and writes to one volume, and these files use only existing settings', () => {
  const image = deployed('docker/Dockerfile');
  expect(image).toMatch(/^FROM node:24-/m);
  expect(image).toMatch(/^USER node$/m);
  expect(image.match(/^VOLUME .*$/gm)).toEqual(['VOLUME /data']);
  expect(image).toMatch(/^HEALTHCHECK /m);
  expect(deployed('docker/compose.yaml')).toMatch(/^ {4}read_only: true$/m);
  const files = [
    'docker/Dockerfile',
    'docker/compose.yaml',
    'systemd/hush.service',
    'proxy/nginx.conf',
    'turn/turnserver.conf',
  ];
  const named = files.flatMap(path => deployed(path).match(/\bHUSH_[A-Z_]+/g) ?? []);
  const own = ['HUSH_VERSION', 'HUSH_DOMAIN', 'HUSH_UPSTREAM']; // variables that only the compose file uses
  expect(named.filter(name => ![...VARIABLES, ...own].includes(name))).toEqual([]);
});

test('OP-6f Compose accepts the compose files, and refuses them without a domain', ({ skip }) => {
  const tool = toolFor(skip, 'docker-compose');
  for (const folder of ['docker', 'cluster']) {
    const file = join(scratch(), 'compose.yaml');
    writeFileSync(file, deployed(`${folder}/compose.yaml`));
    const withSettings = (settings: string): ReturnType<Tool['run']> => {
      writeFileSync(join(dirname(file), '.env'), settings);
      return tool.run('--project-directory', dirname(file), '--file', file, 'config', '--quiet');
    };
    expect(withSettings('HUSH_VERSION=1.0.0\nHUSH_DOMAIN=hush.example\n')).toEqual({ exit: 0, said: '' });
    const { exit, said } = withSettings('HUSH_VERSION=1.0.0\n');
    expect([exit, said]).toEqual([1, expect.stringContaining('set HUSH_DOMAIN to the name people type')]);
  }
});
