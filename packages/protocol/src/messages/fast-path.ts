/**
 * Nearly all that a server hears is a step or a sign of life. Looked at by hand these cost a fifth of what reading them
 * by their description costs, and nothing is accepted here that would not be accepted there: whatever is not exactly
 * one of them is read the long way, which has words for what is wrong.
 */
import { DIRECTIONS, type Direction, HEROES, type Hero } from '@hush/rules';
import type { ClientMessage, SandReading } from './messages.ts';

export const LARGEST_CELL = 99 * 16 + 15;
export const MOST_STEPS = 999;

type Fields = Readonly<Record<string, unknown>>;

export function isFrequent(json: unknown): json is ClientMessage {
  if (!isRecord(json)) return false;
  if (json['t'] === 'do') return size(json) === 3 && isWhole(json['n'], 1) && isStep(json['c']);
  return json['t'] === 'ping' && isPing(json);
}

function isPing(json: Fields): boolean {
  const { at, ms } = json;
  if (typeof at !== 'number' || !Number.isFinite(at)) return false;
  return size(json) === (ms === undefined ? 2 : 3) && (ms === undefined || isWhole(ms, 0));
}

function isStep(json: unknown): boolean {
  if (!isRecord(json) || json['type'] !== 'move') return false;
  const { hero, dir, steps, from } = json;
  if (!HEROES.includes(hero as Hero) || !DIRECTIONS.includes(dir as Direction)) return false;
  if (!isWhole(steps, 1) || steps > MOST_STEPS) return false;
  if (from === undefined) return size(json) === 4;
  return size(json) === 5 && isWhole(from, 0) && from <= LARGEST_CELL;
}

const isRecord = (json: unknown): json is Fields => typeof json === 'object' && json !== null;

const isWhole = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least;

/** Of what JSON has made, so nothing is inherited. */
function size(json: Fields): number {
  let count = 0;
  for (const _ in json) count++;
  return count;
}

/** What answers a sign of life, as JSON would write it. */
export const pongFrame = (at: number, sand: SandReading): string =>
  `{"t":"pong","at":${at},"sand":{"at":${sand.at},"runs":${sand.runs}${sand.held ? ',"held":true' : ''}}}`;
