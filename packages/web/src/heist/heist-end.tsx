/**
 * The part of a heist after its game: stores the first try, and shows the line to share. The module is fetched after the
 * end.
 */
import { heistResultOf } from '@hush/protocol';
import type { Game } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { navigate, route } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import type { Players } from '../table/players.ts';
import { Button } from '../ui/widgets.tsx';
import { dayName } from './letter.tsx';
import { heistIn } from './plans.ts';
import { CopyResult, ResultLine } from './result-line.tsx';
import { ShareHeist } from './share-heist.tsx';
import { endTry } from './tries.ts';

interface Props {
  readonly day: string;
  readonly code: string;
  readonly game: Game;
  readonly record: string;
  readonly players: Players;
  /** Whether this page's player had a seat. */
  readonly played: boolean;
}

const facesOf = (players: Players): readonly string[] =>
  players.flatMap(player => (player === null || player.isBot ? [] : [player.avatar]));

export function HeistEnd({ day, code, game, record, players, played }: Props): JSX.Element {
  const [result] = useState(() => heistResultOf(game));
  const [counts, setCounts] = useState(true);
  const faces = facesOf(players);
  useEffect(() => {
    const plan = heistIn(route.peek().query);
    const place = plan === null ? code : plan.attempt;
    if (played) setCounts(place !== '' && endTry(day, { place, result, faces, record }));
  }, []);
  return (
    <section class="panel heist-end" aria-label={say('heist.title')}>
      <p>
        {say('heist.open', { day: dayName(day) })}
        {!counts && ` · ${say('heist.uncounted')}`}
      </p>
      <ResultLine result={result} />
      <div class="row center">
        <CopyResult result={result} />
        <ShareHeist result={result} faces={faces} />
        <Button icon="sun" class="lined" onPress={() => navigate('/heist')}>
          {say('heist.title')}
        </Button>
      </div>
    </section>
  );
}
