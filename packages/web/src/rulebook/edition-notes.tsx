/** Sentences that the chosen edition has about a scenario and other editions do not have. */
import type { TableWish } from '@hush/protocol';
import type { JSX } from 'preact';
import { editionOfWish, scenarioOf } from '../model/table-wish.ts';
import { factsOfScenario } from './facts.ts';
import { editionSentences, sentenceText } from './reading.ts';
import '../styles/rulebook.css';

export function EditionNotes({ wish }: { readonly wish: TableWish }): JSX.Element | null {
  const scenario = scenarioOf(wish);
  if (scenario === null) return null;
  const facts = { ...factsOfScenario(scenario, editionOfWish(wish)), house: wish.house ?? {} };
  return (
    <ul class="edition-notes" aria-live="polite">
      {editionSentences(facts).map(sentence => (
        <li key={sentence.key}>{sentenceText(sentence, facts)}</li>
      ))}
    </ul>
  );
}
