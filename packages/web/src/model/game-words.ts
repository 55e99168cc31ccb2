/** Names of heroes, features and places in the player's language. */
import {
  type Action,
  type Cell,
  type Direction,
  doorAt,
  type Feature,
  featureAt,
  type Game,
  type Hero,
  type Millis,
} from '@hush/rules';
import { say } from '../i18n/catalogs.ts';
import { escalatorEnd, isUsed, opensNewTile } from './cells.ts';

export const heroName = (hero: Hero): string => say(`play.hero.${hero}`);
/** The label of a narrow button; it may contain a soft hyphen at which a long word may break. */
export const actionLabel = (action: Action): string => say(`play.action.${action}`);

/** The name of an action for sentences and screen readers, without the soft hyphen, which might be read aloud. */
export const actionName = (action: Action): string => actionLabel(action).replace('\u00ad', '');
export const directionName = (direction: Direction): string => say(`play.to.${direction}`);

function featureName(game: Game, cell: Cell, feature: Feature): string | null {
  switch (feature.type) {
    case 'item':
    case 'exit':
    case 'vortex':
      return say(`play.thing.${feature.type}`, { hero: heroName(feature.hero) });
    case 'hourglass':
      return say(isUsed(game, cell) ? 'play.thing.usedHourglass' : 'play.thing.hourglass');
    case 'ball':
      return game.rules.crystalBall ? say('play.thing.ball') : null;
    case 'camera':
      return game.rules.cameras ? say('play.thing.camera') : null;
  }
}

/** Returns the name of the feature on a cell; null on plain floor. */
export function thingAt(game: Game, cell: Cell): string | null {
  const feature = featureAt(game, cell);
  const name = feature === null ? null : featureName(game, cell, feature);
  if (name !== null) return name;
  const door = doorAt(game, cell);
  if (door !== null && opensNewTile(game, cell)) return say('play.thing.door', { hero: heroName(door) });
  return escalatorEnd(game, cell) === null ? null : say('play.thing.escalator');
}

export const joinWords = (parts: readonly string[]): string => parts.filter(Boolean).join(' ');

export const commaList = (parts: readonly string[]): string => parts.join(', ');

/** A duration in words: minutes and seconds. */
export const spokenTime = (millis: Millis): string => {
  const seconds = Math.ceil(millis / 1000);
  return say('play.minutes', { m: Math.floor(seconds / 60), s: seconds % 60 });
};

export const actionNames = (actions: readonly Action[]): string =>
  actions.length === 0 ? say('play.noActions') : commaList(actions.map(actionName));
