/** The dialog with the rules of one game: its author's text, what this table does differently, and every rule sentence. */
import type { TableWish } from '@hush/protocol';
import type { JSX } from 'preact';
import { say } from '../i18n/say.ts';
import { scenarioName } from '../table/names.ts';
import { Dialog } from '../ui/widgets.tsx';
import { RuleChapters } from './rule-chapters.tsx';
import { type RuledGame, ruledByWish } from './ruled-game.ts';
import '../styles/dialogs.css';
import '../styles/rulebook.css';

export const GameRules = ({ ruled }: { readonly ruled: RuledGame }): JSX.Element => (
  <>
    {ruled.about !== undefined && ruled.about !== '' && <p class="about">{ruled.about}</p>}
    <RuleChapters facts={ruled} differs={<Differently ruled={ruled} />} />
  </>
);

const Differently = ({ ruled: { differs } }: { readonly ruled: RuledGame }): JSX.Element | null =>
  differs.length === 0 ? null : (
    <section class="rule-list plain">
      <h3>{say('rulebook.house')}</h3>
      <ul>
        {differs.map(one => (
          <li key={one}>{say(`rulebook.differs.${one}`)}</li>
        ))}
      </ul>
    </section>
  );

export const RulesDialog = ({
  ruled,
  onClose,
}: {
  readonly ruled: RuledGame;
  readonly onClose: () => void;
}): JSX.Element => (
  <Dialog title={scenarioName(ruled.number, ruled.name)} onClose={onClose} class="rules-dialog">
    <GameRules ruled={ruled} />
  </Dialog>
);

export const WishRules = ({
  wish,
  players,
  onClose,
}: {
  readonly wish: TableWish;
  readonly players: number | null;
  readonly onClose: () => void;
}): JSX.Element => <RulesDialog ruled={ruledByWish(wish, players)} onClose={onClose} />;
