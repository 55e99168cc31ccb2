/** The hourglass page: one hourglass, large enough to be seen from the other end of the table (RULES 13). */
import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { HourglassPicture, useTurning } from '../art/hourglass-picture.tsx';
import { Icon } from '../art/icon.tsx';
import { isCalm } from '../device/settings.ts';
import { canKeepScreenOn } from '../device/stay-lit.ts';
import { LANGUAGES, LOCALES, type Locale, locale, say, sayOne } from '../i18n/say.ts';
import { Button, IconButton } from '../ui/widgets.tsx';
import { LazyBoxDialog } from './box-door.tsx';
import { turnPassesTiles } from './layout.ts';
import {
  capacity,
  companion,
  escapedWith,
  ownBox,
  pressButton,
  recordEscape,
  relayLink,
  running,
  runOut,
  sandShown,
  sharedCode,
  sound,
  spokenSeconds,
  toggleSound,
  turnCount,
  updateSand,
} from './model.ts';
import { digitsOf, WARNING_TIME } from './rings.ts';
import { canFill, installPrompt, isFullScreen, keepScreenOnWhileRunning, toggleFill } from './screen.ts';
import { ShareHourglassDialog } from './share-panel.tsx';
import { chooseLanguage } from './words.ts';

const TICK = 100;

type Open = 'box' | 'together' | null;

/** What the big button does at this moment. */
function mainButton(): 'start' | 'turn' | 'resume' | 'reset' {
  if (runOut.value) return 'reset';
  if (companion.value.type === 'running') return 'turn';
  return companion.value.type === 'ready' ? 'start' : 'resume';
}

/** Makes the space bar press the big button, unless the focused element uses that key itself. */
function useSpace(closed: boolean): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const elsewhere = event.target instanceof Element && event.target.closest('button, a, select, input');
      if (!closed || event.code !== 'Space' || event.repeat || elsewhere) return;
      event.preventDefault();
      pressButton(mainButton());
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [closed]);
}

export function HourglassPage(): JSX.Element {
  const [open, setOpen] = useState<Open>(null);
  useSpace(open === null);
  useEffect(() => {
    keepScreenOnWhileRunning();
    const timer = setInterval(updateSand, TICK);
    return () => clearInterval(timer);
  }, []);
  useSignalEffect(() => {
    document.title = `${say('glass.title')} · Hush`;
  });
  const low = running.value && sandShown.value <= WARNING_TIME;
  const mood = runOut.value ? 'over' : low ? 'low' : companion.value.type;
  return (
    <div class={`glass-page is-${mood} ${escapedWith.value === null ? '' : 'is-out'}`}>
      <Head />
      <main class="glass-main">
        <h1 class="unseen">{say('glass.title')}</h1>
        <Face />
        <Reading />
        <Buttons />
      </main>
      <footer class="glass-foot">
        <Button icon="tiles" kind="quiet" onPress={() => setOpen('box')}>
          <span>{say('glass.box')}</span>
        </Button>
        <Button icon="people" kind="quiet" onPress={() => setOpen('together')}>
          <span>{sharedCode.value === null ? say('glass.togetherShort') : sharedCode.value}</span>
        </Button>
        {installPrompt.value !== null && (
          <Button icon="plus" kind="quiet" onPress={() => void installPrompt.value?.prompt()}>
            <span>{say('glass.install')}</span>
          </Button>
        )}
      </footer>
      <Spoken />
      {open === 'box' && <LazyBoxDialog onClose={() => setOpen(null)} />}
      {open === 'together' && <ShareHourglassDialog onClose={() => setOpen(null)} />}
    </div>
  );
}

function Head(): JSX.Element {
  const id = useId();
  return (
    <header class="glass-head">
      <a class="button quiet" href="/">
        <Icon name="back" size={18} />
        <span>{say('glass.home')}</span>
      </a>
      <span class="grow" />
      <label class="unseen" htmlFor={id}>
        {say('glass.language')}
      </label>
      <select
        id={id}
        value={locale.value}
        onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Locale)}
      >
        {LOCALES.map(one => (
          <option key={one} value={one} lang={one}>
            {LANGUAGES[one]}
          </option>
        ))}
      </select>
      <IconButton
        icon={sound.value ? 'bell' : 'ban'}
        label={sound.value ? say('glass.soundOn') : say('glass.soundOff')}
        onPress={toggleSound}
      />
      {canFill && (
        <IconButton
          icon={isFullScreen.value ? 'close' : 'fit'}
          label={say('glass.fullScreen')}
          onPress={toggleFill}
        />
      )}
    </header>
  );
}

/** The whole picture is a button, because it is the largest target. */
function Face(): JSX.Element {
  const turning = useTurning(turnCount.value);
  const button = mainButton();
  const passes = turnPassesTiles(ownBox.value) ? say('glass.passes') : null;
  // The accessible name contains the whole visible text, by which speech control finds a button.
  const name = [say(`glass.${button}`), ...(passes === null ? [] : [passes])].join('. ');
  return (
    <button
      type="button"
      class="glass-face"
      aria-label={name}
      onClick={() => pressButton(button)}
      tabIndex={-1}
    >
      <HourglassPicture
        left={sandShown.value}
        capacity={capacity.value}
        turning={turning}
        alarm={running.value && sandShown.value <= WARNING_TIME}
        running={running.value}
        isCalm={isCalm()}
      />
      {passes !== null && (
        <span class="glass-passes">
          <Icon name="back" size={22} />
          {passes}
        </span>
      )}
    </button>
  );
}

function Reading(): JSX.Element {
  const { big, small } = digitsOf(sandShown.value);
  const [min = '0', sec = '00'] = big.split(':');
  return (
    <div class="glass-reading">
      <p class="glass-time" role="timer" aria-label={say('glass.timeLeft', { min, sec: Number(sec) })}>
        <span aria-hidden="true">
          {big}
          {small !== '' && <small>{small}</small>}
        </span>
      </p>
      <p class="glass-state">{stateWords()}</p>
      {companion.value.type !== 'ready' && (
        <p class="glass-turned">
          <Icon name="again" size={20} />
          <span>{say('glass.turned', { n: turnCount.value })}</span>
        </p>
      )}
      {relayLink.value !== null && (
        <p class={`glass-link is-${relayLink.value}`}>
          <Icon name={relayLink.value === 'together' ? 'wifi' : 'warning'} size={18} />
          <span>{say(`glass.link.${relayLink.value}`)}</span>
        </p>
      )}
      {running.value && !canKeepScreenOn && <p class="note">{say('glass.noWake')}</p>}
    </div>
  );
}

function stateWords(): string {
  if (escapedWith.value !== null) return say('glass.out', { time: digitsOf(escapedWith.value).big });
  if (runOut.value) return say('glass.over');
  if (companion.value.type === 'paused') return say('glass.paused');
  if (companion.value.type === 'ready') return say('glass.ready');
  const { scenario } = ownBox.value;
  return say('glass.scenarioNamed', { n: scenario, name: sayOne('game.name', scenario) });
}

function Buttons(): JSX.Element {
  const button = mainButton();
  const icon = ({ start: 'play', turn: 'glass', resume: 'play', reset: 'again' } as const)[button];
  const ready = companion.value.type === 'ready';
  return (
    <div class="glass-buttons">
      <button type="button" class="button main glass-big" onClick={() => pressButton(button)}>
        <Icon name={icon} size={34} />
        <span>{say(`glass.${button}`)}</span>
      </button>
      <div class="glass-small">
        <Button icon="pause" disabled={!running.value} onPress={() => pressButton('pause')}>
          {say('glass.pause')}
        </Button>
        <Button icon="exit" disabled={!running.value} onPress={recordEscape}>
          {say('glass.escaped')}
        </Button>
        <Button icon="again" disabled={ready} onPress={() => pressButton('reset')}>
          {say('glass.reset')}
        </Button>
      </div>
    </div>
  );
}

/** For screen readers: the end is announced at once, everything else politely. */
const Spoken = (): JSX.Element => (
  <>
    <p class="unseen" aria-live="polite">
      {(spokenSeconds.value ?? 0) > 0 ? say('glass.seconds', { n: spokenSeconds.value ?? 0 }) : ''}
    </p>
    <p class="unseen" role="alert">
      {spokenSeconds.value === 0 ? say('glass.over') : ''}
    </p>
  </>
);
