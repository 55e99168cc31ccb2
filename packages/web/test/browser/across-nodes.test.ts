/// <reference lib="dom" />
/**
 * A journey through a cluster: three nodes, which run the real command, keep their journal on three NATS servers. Two
 * browsers play at one table through different nodes, while the node that owns the table is stopped and another one is
 * killed.
 */
import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { ROOT } from '../../../../tools/fresh.mjs';
import { Balancer } from '../../../server/test/cluster/balancer.ts';
import { NatsServers } from '../../../server/test/cluster/nats-servers.ts';
import { reservePort } from '../../../server/test/ports.ts';
import { ServerProcess } from '../../../server/test/server-process.ts';
import { DESKTOP, PHONE, scratchFolder } from './browser.ts';
import { journey, planFirst, sitDown } from './kit.ts';

/** The timeout of a node in milliseconds: so long that a node on a busy machine never counts as gone unless it is killed. */
const PATIENT = 60_000;

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function startNode(servers: NatsServers, name: string, address: string): Promise<ServerProcess> {
  const env = {
    HUSH_JOURNAL: servers.urls.join(),
    HUSH_NODE: name,
    HUSH_NATS_TIMEOUT: String(PATIENT),
    HUSH_ORIGINS: address,
    HUSH_LOG: 'info', // the line `listening` says that the node has started
  };
  const program = `${ROOT}/packages/cli/bin/hush.mjs`;
  const port = await reservePort();
  const node = new ServerProcess({
    program,
    plants: ['serve'],
    dataDir: scratchFolder(`node-${name}`),
    port,
    env,
  });
  ends.push(() => node.kill());
  await node.start();
  return node;
}

const portsOf = (...nodes: readonly ServerProcess[]): readonly number[] => nodes.map(({ plan }) => plan.port);

/** The place of a hero on this page's board. */
const placeOf = (page: Page, hero: string): Promise<string> =>
  page.locator(`.board-pawn.${hero}`).evaluate(element => (element as HTMLElement).style.transform);

/** Moves a hero at one page, and waits until the other page shows it at the same place. */
async function walk(page: Page, other: Page): Promise<void> {
  const mark = page.locator('.board-mark.walk').first();
  const [, hero = ''] = ((await mark.getAttribute('data-mark')) ?? '').split(':');
  const before = await placeOf(page, hero);
  await mark.press('Enter');
  await expect.poll(() => placeOf(page, hero)).not.toBe(before);
  const after = await placeOf(page, hero);
  await expect.poll(() => placeOf(other, hero)).toBe(after);
}

/** Waits until a page is connected and may move a hero. */
async function untilPlaying(page: Page): Promise<void> {
  await page.locator('.connection-card').waitFor({ state: 'detached' });
  await page.locator('.board-mark.walk').first().waitFor({ state: 'attached' });
}

journey(
  'CL-10a CL-10b CL-10c two browsers at two nodes play on without a reload while one node is stopped and another is killed',
  async ({ open }) => {
    const servers = await NatsServers.start();
    ends.push(() => servers.stop());
    const balancer = await Balancer.start();
    ends.push(() => balancer.stop());
    const baseURL = `http://127.0.0.1:${balancer.port}`;
    const [a, b, c] = [
      await startNode(servers, 'a', baseURL),
      await startNode(servers, 'b', baseURL),
      await startNode(servers, 'c', baseURL),
    ];

    balancer.use(portsOf(a)); // the first browser is connected to the first node, which owns its new table
    const { page: laptop } = await open('/', { ...DESKTOP, baseURL });
    await laptop.getByRole('button', { name: 'With friends' }).click();
    await laptop.waitForURL(/\/t\/[2-9B-Z]{8}$/);
    await sitDown(laptop, 'Mina');
    balancer.use(portsOf(b)); // the second browser is connected to the second node, which relays it
    const { page: phone } = await open(new URL(laptop.url()).pathname, { ...PHONE, baseURL });
    await sitDown(phone, 'Tomasz');
    await laptop.getByText('Tomasz').first().waitFor();
    await planFirst(laptop);
    await laptop.getByRole('button', { name: 'Turn the hourglass' }).click();
    for (const page of [laptop, phone]) await untilPlaying(page);
    await walk(laptop, phone);
    await walk(phone, laptop);

    for (const page of [laptop, phone]) await page.evaluate('globalThis.isTheFirstLoad = true');
    balancer.use(portsOf(b, c));
    await a.stop();
    for (const page of [laptop, phone]) await untilPlaying(page);
    await walk(laptop, phone);
    await walk(phone, laptop);

    balancer.use(portsOf(c));
    await b.kill();
    for (const page of [laptop, phone]) await untilPlaying(page);
    await walk(phone, laptop);
    await walk(laptop, phone);
    for (const page of [laptop, phone]) expect(await page.evaluate('globalThis.isTheFirstLoad')).toBe(true);
  },
  { expects: [/ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_RESET/, /ERR_EMPTY_RESPONSE/, /WebSocket/] },
);
