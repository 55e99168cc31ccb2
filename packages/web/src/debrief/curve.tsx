/**
 * The curve of the sand: a gold area shows the sand that was left, a dashed line the sand that was needed, and
 * hatching where too little was left.
 */
import type { Debrief, SandPoint, TurningPoint } from '@hush/bots';
import type { Person } from '@hush/protocol';
import type { Millis } from '@hush/rules';
import type { JSX } from 'preact';
import { AvatarIcon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { type Film, lengthOf, SECOND } from '../replay/film.ts';
import { clockText, personOf } from '../table/names.ts';
import type { SharedView } from './shared-view.ts';

const HEIGHT = 100;
const WIDTH = 1000;

/** Returns how much sand was left at a moment between two points of the curve. */
function sandOnCurve(sand: readonly SandPoint[], at: Millis): Millis {
  const before = sand.findLast(point => point.at <= at);
  return before === undefined ? 0 : Math.max(0, before.left - (at - before.at));
}

interface Scale {
  x(at: Millis): number;
  y(sand: Millis): number;
}

function scaleOf({ curve }: Debrief, whole: Millis): Scale {
  const most = Math.max(
    1,
    ...curve.sand.map(({ left }) => left),
    ...curve.needs.map(({ need }) => need ?? 0),
  );
  return { x: at => (WIDTH * at) / whole, y: sand => HEIGHT - (HEIGHT * sand) / most };
}

const line = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The areas between the line of needed sand and the line of remaining sand in which too little was left. */
function tooLittle({ curve: { sand, needs } }: Debrief, { x, y }: Scale): string {
  const parts: string[] = [];
  for (const [i, from] of needs.entries()) {
    const to = needs[i + 1];
    if (to === undefined || from.need === null || to.need === null) continue;
    const [a, b] = [sandOnCurve(sand, from.at), sandOnCurve(sand, to.at)];
    if (from.need <= a || to.need <= b) continue;
    const corners = [
      [x(from.at), y(from.need)],
      [x(to.at), y(to.need)],
      [x(to.at), y(b)],
      [x(from.at), y(a)],
    ] as const;
    parts.push(`${line(corners)}Z`);
  }
  return parts.join('');
}

interface Props {
  readonly film: Film;
  readonly debrief: Debrief | null;
  readonly shared: SharedView;
  readonly people: readonly Person[];
  readonly onPoint: (point: TurningPoint) => void;
  /** Whether the page is a television, which shows all points and has no buttons. */
  readonly screen: boolean;
}

export function Curve({ film, debrief, shared, people, onPoint, screen }: Props): JSX.Element {
  const whole = lengthOf(film);
  const at = shared.projector.at.value;
  const { point } = shared.view.value;
  const share = (moment: Millis): string => `${((100 * moment) / whole).toFixed(2)}%`;
  return (
    <div class="curve">
      {debrief !== null && <Lines debrief={debrief} whole={whole} />}
      <i class="curve-now" style={{ left: share(at) }} aria-hidden="true" />
      {(shared.told.value?.free ?? []).map(({ m, at: theirs }) => (
        <span key={m} class="curve-free" style={{ left: share(theirs) }}>
          <AvatarIcon avatar={personOf(people, m).avatar} size={26} />
          <span class="unseen">
            {say('debrief.freeAt', { name: personOf(people, m).name, time: clockText(theirs) })}
          </span>
        </span>
      ))}
      {!screen && (
        <input
          class="curve-slider"
          type="range"
          min={0}
          max={whole}
          step={SECOND}
          value={at >= film.end ? whole : at}
          aria-label={say('replay.slider')}
          aria-valuetext={say('replay.time', { now: clockText(at), end: clockText(film.end) })}
          onInput={({ currentTarget }) => shared.projector.seek(currentTarget.valueAsNumber)}
        />
      )}
      <ol class="lamps" aria-label={say('debrief.points')}>
        {(debrief?.points ?? []).map((one, i) => (
          <li key={one.events} style={{ left: share(one.at) }}>
            <button
              type="button"
              class={`lamp ${one.events === point ? 'lit' : ''}`}
              aria-pressed={one.events === point}
              aria-label={say('debrief.point', { n: i + 1, time: clockText(one.at) })}
              disabled={screen}
              onClick={() => onPoint(one)}
            >
              {i + 1}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Lines({ debrief, whole }: { readonly debrief: Debrief; readonly whole: Millis }): JSX.Element {
  const scale = scaleOf(debrief, whole);
  const { x, y } = scale;
  const { sand, needs } = debrief.curve;
  const left = sand.map(point => [x(point.at), y(point.left)] as const);
  const [first, last] = [left[0]?.[0] ?? 0, left.at(-1)?.[0] ?? 0];
  const needed = needs.flatMap(({ at, need }) => (need === null ? [] : [[x(at), y(need)] as const]));
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={say('debrief.curve')}
    >
      <defs>
        <pattern id="too-little" width="6" height="10" patternUnits="userSpaceOnUse">
          <path d="M3 0V10" stroke="#ff8fa3" stroke-width="2" />
        </pattern>
        <linearGradient id="sand-fill" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#ffd98a" stop-opacity=".6" />
          <stop offset="1" stop-color="#ffd98a" stop-opacity=".2" />
        </linearGradient>
      </defs>
      <path d={`${line(left)}L${last} ${HEIGHT}L${first} ${HEIGHT}Z`} fill="url(#sand-fill)" />
      <path class="curve-sand" d={line(left)} />
      <path d={tooLittle(debrief, scale)} fill="url(#too-little)" />
      <path class="curve-need" d={line(needed)} />
    </svg>
  );
}

/** The legend of the curve. Its signs differ in form as well as in colour. */
export const Legend = (): JSX.Element => (
  <ul class="legend">
    <li>
      <i class="gold" />
      {say('debrief.left')}
    </li>
    <li>
      <i class="dashes" />
      {say('debrief.needed')}
    </li>
    <li>
      <i class="hatch" />
      {say('debrief.tooLittle')}
    </li>
  </ul>
);
