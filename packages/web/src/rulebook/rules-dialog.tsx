/** Every rule of a game, readable at the table: what is new, what stays from before, what this edition and this table do differently. */
import type { TableWish } from '@hush/protocol';
import { deviations, type OwnScenario, prepareGame } from '@hush/rules';
import type { ComponentChildren, JSX } from 'preact';
import { say } from '../i18n/say.ts';
import { editionOfWish, scenarioOf } from '../model/table-wish.ts';
import { scenarioName } from '../table/names.ts';
import { Dialog } from '../ui/widgets.tsx';
import { notesOf } from './edition-text.ts';
import { newRules, type RuleName, ruleText, ruleTexts } from './rule-text.ts';
import type { Ruled } from './ruled.ts';
import '../styles/dialogs.css';
import '../styles/rulebook.css';

/** What a wish will be played by, as far as that is known before it is set up. */
function ruledByWish(wish: TableWish): Ruled {
  const prepared = [4, 3, 2, 1]
    .map(players => prepareGame({ ...wish, players }, 'rules'))
    .find(one => one.ok);
  const { name, rules } = scenarioOf(wish) ?? (wish.scenario as OwnScenario);
  return {
    number: typeof wish.scenario === 'number' ? wish.scenario : null,
    name,
    rules,
    edition: editionOfWish(wish),
    differs: prepared?.ok === true ? deviations(prepared.value.event.setUp) : [],
    about: wish.about,
  };
}

const BASICS = ['aim', 'actions', 'explore', 'escalator', 'hourglass', 'silence'] as const;

/** The rules as lists, newest first; for dialogs and pages alike. */
export function RuleLists({ ruled }: { readonly ruled: Ruled }): JSX.Element {
  const all = [...ruleTexts(ruled.rules)].reverse();
  const fresh = ruled.number === null ? [] : newRules(ruled.number);
  const news = all.filter(rule => fresh.includes(rule));
  const rest = all.filter(rule => !fresh.includes(rule));
  return (
    <>
      {ruled.about !== undefined && ruled.about !== '' && <p class="about">{ruled.about}</p>}
      <Sentences title={say('rulebook.new')} kind="new" of={news.map(ruleText)} />
      <Sentences
        title={say('rulebook.house')}
        of={ruled.differs.map(one => say(`rulebook.differs.${one}`))}
      />
      <Sentences
        title={say(news.length === 0 ? 'rulebook.all' : 'rulebook.force')}
        of={rest.map((rule: RuleName) => ruleText(rule))}
      />
      <Sentences
        title={say('rulebook.box')}
        of={notesOf(ruled.edition).map(note => say(`rulebook.edition.${note}`))}
      />
    </>
  );
}

const Sentences = ({
  title,
  of,
  kind = '',
}: {
  readonly title: ComponentChildren;
  readonly of: readonly string[];
  readonly kind?: string;
}): JSX.Element | null =>
  of.length === 0 ? null : (
    <section class={`rule-list ${kind}`}>
      <h3>{title}</h3>
      <ul>
        {of.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );

export const RulesDialog = ({
  ruled,
  onClose,
}: {
  readonly ruled: Ruled;
  readonly onClose: () => void;
}): JSX.Element => (
  <Dialog title={scenarioName(ruled.number, ruled.name)} onClose={onClose} class="rules-dialog">
    <RuleLists ruled={ruled} />
    <Sentences title={say('rulebook.always')} of={BASICS.map(thing => say(`help.${thing}`))} />
  </Dialog>
);

export const WishRules = ({
  wish,
  onClose,
}: {
  readonly wish: TableWish;
  readonly onClose: () => void;
}): JSX.Element => <RulesDialog ruled={ruledByWish(wish)} onClose={onClose} />;
