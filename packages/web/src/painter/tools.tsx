/** The painter's tools and the four heroes, as radio buttons: arrow keys choose, and screen readers announce their number. */
import { HEROES, type Hero } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { symbolOf } from '../art/palette.ts';
import { say } from '../i18n/catalogs.ts';
import { heroName } from '../model/game-words.ts';
import { type Brush, HERO_TOOLS, TOOLS } from './painting.ts';
import { PaintSign } from './signs.tsx';

interface ChoiceProps {
  readonly name: string;
  readonly on: boolean;
  readonly onChoose: () => void;
  readonly class: string;
  readonly children: ComponentChildren;
}

const Choice = ({ name, on, onChoose, children, ...rest }: ChoiceProps): JSX.Element => (
  <label class={`${rest.class} ${on ? 'on' : ''}`}>
    <input type="radio" name={name} checked={on} onChange={onChoose} />
    {children}
  </label>
);

interface Props {
  readonly brush: Brush;
  readonly onBrush: (brush: Brush) => void;
  /** Whether this is tile 1, the only one with start squares. */
  readonly isStart: boolean;
}

export function ToolBox({ brush, onBrush, isStart }: Props): JSX.Element {
  const name = useId();
  return (
    <fieldset class="tool-box">
      <legend>{say('painter.paint')}</legend>
      <div class="tool-grid">
        {TOOLS.filter(tool => tool !== 'start' || isStart).map(tool => (
          <Choice
            key={tool}
            class={`tool ${HERO_TOOLS.includes(tool) ? brush.hero : ''}`}
            name={name}
            on={tool === brush.tool}
            onChoose={() => onBrush({ ...brush, tool })}
          >
            <PaintSign name={tool} size={28} />
            <span>{say(`painter.tool.${tool}`)}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

export function HeroBox({ brush, onBrush }: Omit<Props, 'isStart'>): JSX.Element {
  const name = useId();
  const dim = HERO_TOOLS.includes(brush.tool) ? '' : 'dim';
  return (
    <fieldset class={`hero-box ${dim}`}>
      <legend>{say('painter.for')}</legend>
      <div class="hero-grid">
        {HEROES.map((hero: Hero) => (
          <Choice
            key={hero}
            class={`hero-choice ${hero}`}
            name={name}
            on={hero === brush.hero}
            onChoose={() => onBrush({ ...brush, hero })}
          >
            <span class="hero-dot">
              <Icon name={symbolOf(hero)} size={22} />
            </span>
            <span class="unseen">{heroName(hero)}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
