/** The consent to collect games for research: everybody decides for themselves and sees who agrees (PR-76). */
import { isBot, isProgram, type Member, type TableState } from '@hush/protocol';
import type { JSX } from 'preact';
import { say } from '../i18n/catalogs.ts';
import { personOf } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Switch } from '../ui/widgets.tsx';

/** The members who are asked: all but bots and programs. */
const askedOf = (table: TableState): readonly Member[] =>
  table.seats
    .filter(member => member !== null)
    .filter(member => !isBot(table, member) && !isProgram(table, member));

export function ResearchConsent({ session }: { readonly session: Session }): JSX.Element {
  const { consents = [] } = session.table.value;
  const { value: member } = session.member;
  return (
    <div class="research-consent">
      {member !== null && (
        <Switch
          label={say('lobby.consent')}
          note={say('lobby.consentNote')}
          value={consents.includes(member)}
          onChange={given => void session.manage({ type: 'consent', given })}
        />
      )}
      {consents.length > 0 && <p class="note">{whoAgrees(session)}</p>}
    </div>
  );
}

function whoAgrees({ table, people }: Session): string {
  const { consents = [] } = table.value;
  if (askedOf(table.value).every(member => consents.includes(member))) return say('lobby.consentAll');
  const names = consents.map(member => personOf(people.value, member).name).join(', ');
  return say('lobby.consentSome', { names });
}
