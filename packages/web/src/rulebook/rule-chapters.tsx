/** The rules in chapters, each sentence with its picture; what is new comes first. */
import type { ComponentChildren, JSX } from 'preact';
import { say } from '../i18n/say.ts';
import type { RuleFacts } from './facts.ts';
import { newSentences, sentenceText } from './reading.ts';
import { RulePicture } from './rule-picture.tsx';
import { CHAPTERS, type Chapter, type ShownSentence, sentencesFor } from './sentences.ts';
import '../styles/rulebook.css';

/** The rules in chapters; `without` names chapters that the page shows in another way. */
export function RuleChapters({
  facts,
  differs,
  without = [],
}: {
  readonly facts: RuleFacts;
  readonly differs?: ComponentChildren;
  readonly without?: readonly Chapter[];
}): JSX.Element {
  const fresh = newSentences(facts);
  const rest = sentencesFor(facts).filter(
    ({ key, chapter }) => !without.includes(chapter) && !fresh.some(one => one.key === key),
  );
  return (
    <div class="rule-chapters">
      <Sentences title={say('rulebook.new')} kind="new" of={fresh} facts={facts} />
      {differs}
      {CHAPTERS.map(chapter => (
        <Sentences
          key={chapter}
          title={say(`rulebook.chapter.${chapter}`)}
          of={rest.filter(sentence => sentence.chapter === chapter)}
          facts={facts}
        />
      ))}
    </div>
  );
}

const Sentences = ({
  title,
  of,
  facts,
  kind = '',
}: {
  readonly title: string;
  readonly of: readonly ShownSentence[];
  readonly facts: RuleFacts;
  readonly kind?: string;
}): JSX.Element | null =>
  of.length === 0 ? null : (
    <section class={`rule-list ${kind}`}>
      <h3>{title}</h3>
      <ul>
        {of.map(sentence => (
          <li key={sentence.key}>
            <RulePicture sentence={sentence} />
            <div>
              <p>{sentenceText(sentence, facts)}</p>
              {sentence.ours !== undefined && <p class="ours">{say(sentence.ours)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
