/**
 * Finds the route of a path. Each route has a pattern and one answer for each method; the router refuses other methods
 * (405).
 */
import type { IncomingMessage } from 'node:http';
import { type Journal, type Rate, type ScreenName, screenAt } from '@hush/protocol';
import type { Probe } from '../journal/metered.ts';
import { AddressLimit, SharedLimit, type WrongCodes } from '../limits/address-limits.ts';
import type { DiskLimit } from '../limits/disk-limit.ts';
import type { Moderation } from '../limits/moderation.ts';
import type { RefusalLog } from '../limits/refusal-log.ts';
import type { ServerClock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { Crews } from '../stores/crew-store.ts';
import type { Heists } from '../stores/heist-store.ts';
import type { Leaderboard } from '../stores/leaderboard.ts';
import type { Scenarios } from '../stores/scenario-store.ts';
import type { GlassAccess } from '../stores/shared-hourglasses.ts';
import type { TableRegistry } from '../tables/registry.ts';
import { htmlError, jsonError, type Reply } from './reply.ts';
import type { StaticFile } from './static-files.ts';

/** The parts of the server that routes use. */
export interface HttpWorld {
  readonly config: Config;
  readonly clock: ServerClock;
  readonly tables: TableRegistry;
  readonly crews: Crews;
  readonly scenarios: Scenarios;
  readonly heists: Heists;
  readonly glasses: GlassAccess;
  readonly journal: Journal;
  readonly wrongCodes: WrongCodes;
  readonly moderation: Moderation;
  readonly disk: Pick<DiskLimit, 'refuses'>;
  readonly leaderboard: Leaderboard;
  readonly metrics: Metrics;
  readonly probe: Probe;
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly log: Log;
  readonly refusals: RefusalLog;
  isDraining(): boolean;
  /** The URLs under which other devices reach this server, best first. */
  reachableUrls(): readonly string[];
}

export interface RouteRequest {
  readonly request: IncomingMessage;
  /** The key under which the sender's requests are counted. */
  readonly address: string;
  /** The texts that the groups of the route's pattern matched. */
  readonly params: readonly string[];
}

export type RouteAnswer = (asked: RouteRequest) => Reply | Promise<Reply>;

/** Returns the parameters of a path; null if the path does not match. */
export type PathMatcher = (path: string) => readonly string[] | null;

export interface HttpRoute {
  readonly path: RegExp | PathMatcher;
  /** The answer for each method; `GET` also answers HEAD. */
  readonly methods: Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', RouteAnswer>>>;
}

/** A pattern for a path without parameters. */
export const exactly = (path: string): RegExp => new RegExp(`^${path.replace(/[.]/g, '[.]')}$`);

/** The addresses of a screen of the page, with the parameters of its pattern. */
export const screenPath =
  (name: ScreenName): PathMatcher =>
  path => {
    const found = screenAt(path);
    return found?.name === name ? Object.values(found.params) : null;
  };

function paramsIn(pattern: HttpRoute['path'], path: string): readonly string[] | null {
  if (typeof pattern === 'function') return pattern(path);
  return (
    pattern
      .exec(path)
      ?.slice(1)
      .map(group => group ?? '') ?? null
  );
}

const isForPrograms = (path: string): boolean => path.startsWith('/api/');

function wrongMethod(path: string, { methods }: HttpRoute): Reply {
  const allow = Object.keys(methods)
    .map(method => (method === 'GET' ? 'GET, HEAD' : method))
    .join(', ');
  const sentence = `Only ${allow} is allowed here.`;
  return isForPrograms(path) ? jsonError('method', sentence, { allow }) : htmlError(405, sentence, { allow });
}

/** Returns the answer of the first route whose pattern matches; null if none does. */
export function answerBy(
  routes: readonly HttpRoute[],
  path: string,
  { request, address }: Omit<RouteRequest, 'params'>,
): Reply | Promise<Reply> | null {
  for (const route of routes) {
    const params = paramsIn(route.path, path);
    if (params === null) continue;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const answer = route.methods[method as keyof HttpRoute['methods']];
    if (answer === undefined) return wrongMethod(path, route);
    return answer({ request, address, params });
  }
  return null;
}

/** The reply 429, with the time after which the sender may try again. */
export function tooMany({ metrics }: HttpWorld, scope: string, seconds: number): Reply {
  metrics.limited(scope);
  const retry = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) };
  return jsonError('too-many', 'Too many requests; please wait a while.', retry);
}

/**
 * A limit per address, counted under a scope. `refuse` spends one token, or returns the reply 429 if there is none.
 * `all` is a limit of all addresses together.
 */
export function routeLimit(
  world: HttpWorld,
  scope: string,
  rate: Rate,
  all?: Rate,
): { refuse(address: string): Reply | null } {
  const now = (): number => world.clock.now();
  const each = new AddressLimit(rate, now);
  const limit = all === undefined ? each : new SharedLimit(each, all, now);
  return {
    refuse: address => (limit.take(address) ? null : tooMany(world, scope, limit.wait(address) / 1000)),
  };
}

const HOUR = 3600;
/** The limit of all addresses together is this many times the limit of one. */
const ALL_OPENERS = 200;

/** A limit per hour: an address may create as many things of this kind as it may create tables. */
export const hourlyLimit = (world: HttpWorld, scope: string): ReturnType<typeof routeLimit> => {
  const { tablesPerHour } = world.config.limits;
  const rate = { burst: tablesPerHour, perSecond: tablesPerHour / HOUR };
  const all = { burst: ALL_OPENERS * rate.burst, perSecond: ALL_OPENERS * rate.perSecond };
  return routeLimit(world, scope, rate, all);
};

/**
 * Returns the reply 429 for an address that has tried too many wrong codes; null if it may try another code. Routes ask
 * before a lookup that takes time, and again when it has ended: otherwise all guesses that arrive together would be
 * answered.
 */
export function refuseGuess(world: HttpWorld, address: string): Reply | null {
  const { wrongCodes } = world;
  return wrongCodes.mayTry(address) ? null : tooMany(world, 'misses', wrongCodes.wait(address) / 1000);
}

export const RETRY_SOON = { 'retry-after': '5' };
