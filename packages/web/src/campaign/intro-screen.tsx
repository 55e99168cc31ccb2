/** The screen of the introduction: the usual game screen, and a coach who says one sentence at a time. */
import type { TableReport } from '@hush/protocol';
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { HeroPicture } from '../art/hero-picture.tsx';
import type { Scene } from '../board/scene.ts';
import { playerProfile } from '../device/profile.ts';
import { navigate } from '../device/route.ts';
import { GameView } from '../game/game.tsx';
import { say } from '../i18n/catalogs.ts';
import { sentenceText } from '../rulebook/reading.ts';
import { ruledByGame } from '../rulebook/ruled-game.ts';
import { sentencesFor } from '../rulebook/sentences.ts';
import { Announcer } from '../spoken/announcer.tsx';
import { browserWorld } from '../table/online.ts';
import { Button, useHeading } from '../ui/widgets.tsx';
import { rightMove, STEPS } from './intro-steps.ts';
import { type Introduction, openIntroduction } from './introduction.ts';
import '../styles/intro.css';

function report(trouble: TableReport): void {
  if (trouble.type === 'broken') reportError(trouble.error);
}

/** Creates a lesson for each attempt; the lesson ends when the screen is closed. */
function useIntroduction(attempt: number): Introduction | null {
  const [intro, setIntro] = useState<Introduction | null>(null);
  useEffect(() => {
    const me = playerProfile.peek() ?? { name: say('practice.me'), avatar: 'fox' };
    const friend = { name: say('intro.friend'), avatar: me.avatar === 'owl' ? 'hare' : 'owl' } as const;
    const opened = openIntroduction(me, friend, { clock: browserWorld, report });
    setIntro(opened);
    return () => opened.close();
  }, [attempt]);
  return intro;
}

export function IntroScreen(): JSX.Element | null {
  const [attempt, setAttempt] = useState(0);
  const intro = useIntroduction(attempt);
  const game = intro?.session.game.value ?? null;
  if (intro === null || game === null || game.status === 'setup') return null;
  const again = (): void => setAttempt(attempt + 1);
  return (
    <div class="intro">
      <GameView
        key={`${game.setUp.commitment} ${attempt}`}
        session={intro.session}
        game={game}
        lead={now => leadOf(now, intro)}
      />
      {game.status === 'playing' ? (
        <Coach intro={intro} />
      ) : (
        <Done won={game.status === 'won'} again={again} />
      )}
      <Announcer session={intro.session} />
    </div>
  );
}

/** The hero and the square that pulse because the lesson asks for them. */
function leadOf(game: Game, intro: Introduction): Scene['pulse'] {
  const mark = game.status === 'playing' ? rightMove(game, intro.step.value) : null;
  return mark === null ? null : { hero: mark.hero, cells: [mark.at], loud: intro.strayed.value };
}

/**
 * The coach's sentence, which is read aloud once. After a wrong input the coach moves, and the sentence is read again and
 * says where to go.
 */
function Coach({ intro }: { readonly intro: Introduction }): JSX.Element | null {
  const at = intro.step.value;
  const step = STEPS[at];
  if (step === undefined) return null;
  const stirs = intro.astray.value;
  return (
    <aside class="panel coach" aria-label={say('intro.title')}>
      {step.hero !== null && <HeroPicture hero={step.hero} size={44} />}
      <div>
        <div class="coach-words" role="status">
          <p key={`${at} ${stirs}`} class={stirs > 0 ? 'stirs' : ''}>
            {intro.strayed.value && `${say('intro.astray')} `}
            {say(`intro.step.${step.key}`)}
          </p>
        </div>
        <RuleOf topic={step.topic} intro={intro} />
      </div>
      <small>{say('intro.count', { n: at + 1, total: STEPS.length })}</small>
      <Button kind="quiet" onPress={() => navigate('/')}>
        {say('intro.skip')}
      </Button>
    </aside>
  );
}

/** The rule that the step teaches, in the words of the rules dialog for this game. */
function RuleOf({
  topic,
  intro,
}: {
  readonly topic: string;
  readonly intro: Introduction;
}): JSX.Element | null {
  const { game, table } = intro.session;
  if (game.value === null) return null;
  const facts = ruledByGame(game.value, table.value.wish);
  const found = sentencesFor(facts).find(sentence => sentence.topic === topic);
  return found === undefined ? null : <p class="coach-rule">{sentenceText(found, facts)}</p>;
}

function Done({ won, again }: { readonly won: boolean; readonly again: () => void }): JSX.Element {
  const heading = useHeading();
  return (
    <div class="intro-done">
      <section class="panel intro-card" aria-labelledby="intro-done">
        <h2 id="intro-done" ref={heading} tabIndex={-1}>
          {won ? say('intro.done') : say('intro.lost')}
        </h2>
        <p>{won ? say('intro.doneText') : say('intro.lostText')}</p>
        <div class="intro-ways">
          {won && (
            <>
              <Button kind="main" onPress={() => navigate('/')}>
                {say('intro.play')}
              </Button>
              <Button onPress={() => navigate('/practice')}>{say('intro.alone')}</Button>
            </>
          )}
          <Button kind={won ? 'plain' : 'main'} onPress={again}>
            {say('intro.again')}
          </Button>
        </div>
      </section>
    </div>
  );
}
