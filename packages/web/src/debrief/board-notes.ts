/**
 * Draws notes on the board of the debrief: a pin for every guess, and the path of an answer with the names of the actions
 * on it.
 */
import type { Answer } from '@hush/bots';
import type { DebriefMessage, Person } from '@hush/protocol';
import { type Game, isDirection } from '@hush/rules';
import { animalAddress } from '../art/sheets.ts';
import { glyph, make, makeImage, moveTo } from '../board/elements.ts';
import { centreOf } from '../board/layout.ts';
import type { BoardApi } from '../board/scene.ts';
import { planePoint } from '../model/scene-of.ts';
import { actionIcon, actionTurn, personOf } from '../table/names.ts';

/** Milliseconds in which each step of the path is drawn. */
const STEP = 250;

export interface BoardNotes {
  readonly game: Game;
  readonly pins: DebriefMessage['pins'];
  readonly answer: Answer | null;
  readonly people: readonly Person[];
  readonly isCalm: boolean;
}

/** Draws the notes; the returned function removes them. */
export function drawNotes(board: BoardApi, { game, pins, answer, people, isCalm }: BoardNotes): () => void {
  const layer = make('div', 'debrief-notes', board.overlay());
  if (answer !== null) drawWay(layer, game, answer, isCalm);
  for (const { m, cell } of pins) {
    const { name, avatar } = personOf(people, m);
    const pin = make('div', 'pin', layer);
    pin.title = name;
    const { x, y } = centreOf(planePoint(game, cell));
    moveTo(pin, x, y);
    const address = animalAddress(avatar);
    if (address !== undefined) makeImage('pin-face', address, pin);
  }
  return () => layer.remove();
}

function drawWay(layer: HTMLElement, game: Game, { steps, kind, goal }: Answer, isCalm: boolean): void {
  const wait = (element: HTMLElement, i: number): void => {
    if (!isCalm) element.style.animationDelay = `${i * STEP}ms`;
  };
  for (const [i, { from, to, by, hero }] of steps.entries()) {
    const [a, b] = [centreOf(planePoint(game, from)), centreOf(planePoint(game, to))];
    const rail = make('i', `way ${hero} ${isDirection(by) ? '' : 'leap'}`, layer);
    rail.style.width = `${Math.hypot(b.x - a.x, b.y - a.y)}px`;
    rail.style.transform = `translate(${a.x}px, ${a.y}px) rotate(${Math.atan2(b.y - a.y, b.x - a.x)}rad)`;
    wait(rail, i);
  }
  for (const [i, { to, by }] of steps.entries()) wait(key(layer, game, to, by), i);
  if (kind === 'door') {
    const explore = key(layer, game, goal, 'explore');
    explore.classList.add('last');
    wait(explore, steps.length);
  }
}

function key(
  layer: HTMLElement,
  game: Game,
  cell: number,
  action: Answer['steps'][number]['by'],
): HTMLElement {
  const { x, y } = centreOf(planePoint(game, cell));
  const made = make('div', 'way-key', layer);
  made.style.left = `${x}px`;
  made.style.top = `${y}px`;
  const picture = glyph(actionIcon(action) as Parameters<typeof glyph>[0], 'way-icon', made);
  const turn = actionTurn(action);
  if (turn !== undefined) picture.style.transform = `rotate(${turn}deg)`;
  return made;
}
