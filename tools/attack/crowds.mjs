/** Attacks by many connections at once. They come from a process of their own, so that the honest player measures the server alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../fresh.mjs';
import { openTable, pause, until } from './server.mjs';

/** @typedef {import('./server.mjs').Victim} Victim */
/** @typedef {{ holds: boolean, figures: string }} Outcome */

/** Returns what happened to the connections of a crowd. @param {Victim} victim @param {'flood' | 'deaf' | 'silent' |
 * 'halfOpen'} kind */
async function crowd(victim, kind) {
  const code = await openTable(victim, '192.0.2.80');
  const program = join(ROOT, 'tools/attack/crowd.mjs');
  const child = spawn(process.execPath, [program, kind, String(victim.port), code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(said);
}

/** Waits until the server has closed what it no longer needs; returns how many handles it has left. @param {Victim}
 * victim @param {number} most */
async function handlesLeft(victim, most) {
  for (let i = 0; i < 300 && victim.handles() > most; i++) await pause(100);
  return victim.handles();
}

const seconds = (/** @type {number} */ millis) => `${(millis / 1000).toFixed(1)} s`;

/** @param {Victim} victim @returns {Promise<Outcome>} */
export async function floodOfMessages(victim) {
  const { sent, cut, others, slowest } = await crowd(victim, 'flood');
  return {
    holds: cut > 0 && others === 0,
    figures: `50 sockets, 5 s: ${sent} messages sent, ${cut} connections closed, the slowest after ${seconds(slowest)}, ${others} not`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
export async function clientsThatDoNotRead(victim) {
  const before = victim.rss();
  await crowd(victim, 'deaf');
  const grown = victim.rss() - before;
  return { holds: grown < 72, figures: `60 sockets, 6 welcomes each unread: ${grown.toFixed(0)} MiB more` };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
export async function silentConnections(victim) {
  const before = victim.handles();
  const { atOnce, slowest } = await crowd(victim, 'silent');
  const left = await handlesLeft(victim, before + 5);
  return {
    holds: left <= before + 5,
    figures: `2,900 silent or slow lines of 4 addresses: ${atOnce} closed at once, all after ${seconds(slowest)}; ${before} handles before, ${left} after`,
  };
}

/** @param {Victim} victim @returns {Promise<Outcome>} */
export async function halfOpenConnections(victim) {
  const before = victim.handles();
  const { welcomed, slowest } = await crowd(victim, 'halfOpen');
  await until(() => victim.handles() <= before + 5);
  return {
    holds: welcomed > 0,
    figures: `2,000 sockets that fall silent: ${welcomed} welcomed, each closed after ${seconds(slowest)} at most; ${before} handles before, ${victim.handles()} after`,
  };
}
