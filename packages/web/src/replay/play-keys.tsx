/** The three buttons of a replay: to the moment before, play or pause, to the moment after. */
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';
import { Button, IconButton } from '../ui/widgets.tsx';
import type { Projector } from './projector.ts';

interface Props {
  readonly projector: Projector;
  /** Whether the replay runs; in a debrief the leader may have started it. */
  readonly runs: boolean;
}

export const PlayKeys = ({ projector, runs }: Props): JSX.Element => (
  <>
    <IconButton
      class="turned"
      icon="next"
      label={say('replay.lastMoment')}
      onPress={() => projector.leap('last')}
    />
    <Button
      kind="main"
      icon={runs ? 'pause' : 'play'}
      label={say(runs ? 'replay.pause' : 'replay.play')}
      onPress={() => projector.toggle()}
    />
    <IconButton icon="next" label={say('replay.nextMoment')} onPress={() => projector.leap('next')} />
  </>
);
