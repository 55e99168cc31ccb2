/** Buttons at the edge of the board, one for each hero out of view. Pressing a button moves the camera to its hero. */
import { HEROES, type Hero } from '@hush/rules';
import { symbolOf } from '../art/palette.ts';
import { type Camera, type CameraView, offScreen, spreadPointers } from './camera.ts';
import { glyph, make } from './elements.ts';
import { centreOf } from './layout.ts';
import type { BoardOptions, Scene } from './scene.ts';

interface Pointer {
  readonly hero: Hero;
  readonly button: HTMLButtonElement;
  readonly tip: HTMLElement;
}

export class PointerLayer {
  private readonly pointers: readonly Pointer[];
  private scene: Scene | null = null;
  private readonly labels: BoardOptions['labels'];

  constructor(layer: HTMLElement, labels: BoardOptions['labels'], wanted: (hero: Hero) => void) {
    this.labels = labels;
    this.pointers = HEROES.map(hero => {
      const button = make('button', `board-pointer ${hero}`, layer);
      button.type = 'button';
      button.hidden = true;
      const tip = make('i', 'board-tip', button);
      glyph(symbolOf(hero), '', button);
      button.addEventListener('click', () => wanted(hero));
      return { hero, button, tip };
    });
  }

  show(scene: Scene): void {
    this.scene = scene;
    for (const { hero, button } of this.pointers) button.setAttribute('aria-label', this.labels.find(hero));
  }

  follow(camera: Camera, view: CameraView): void {
    const away = this.pointers.map(({ hero }) => {
      const pawn = this.scene?.pawns.find(one => one.hero === hero);
      return pawn === undefined || pawn.out ? null : offScreen(camera, view, centreOf(pawn.at));
    });
    const places = [
      ...spreadPointers(
        away.filter(at => at !== null),
        view,
      ),
    ];
    this.pointers.forEach(({ button, tip }, i) => {
      const at = away[i] === null ? undefined : places.shift();
      button.hidden = at === undefined;
      if (at === undefined) return;
      button.style.transform = `translate(${at.x}px,${at.y}px)`;
      tip.style.transform = `rotate(${at.angle.toFixed(0)}deg)`;
    });
  }
}
