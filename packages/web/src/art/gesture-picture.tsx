/** A gesture as it is made. */
import type { Gesture } from '@hush/rules';
import type { JSX } from 'preact';
import { GESTURE_ART } from './gestures.ts';
import { draw } from './trusted-markup.ts';

export const GesturePicture = ({
  gesture,
  size,
}: {
  readonly gesture: Gesture;
  readonly size: number;
}): JSX.Element => (
  <svg
    key={gesture}
    class={`gesture is-${gesture}`}
    width={size}
    height={size}
    viewBox="0 0 64 64"
    aria-hidden="true"
    ref={element => {
      if (element !== null && element.childElementCount === 0) draw(element, GESTURE_ART[gesture]);
    }}
  />
);
