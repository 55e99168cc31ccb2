/**
 * The members who take part in the debrief, the leader, and buttons to lead, to watch alone and to follow the leader
 * again.
 */
import type { Member, Person } from '@hush/protocol';
import type { JSX } from 'preact';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { say } from '../i18n/catalogs.ts';
import { personOf } from '../table/names.ts';
import { Button } from '../ui/widgets.tsx';
import type { SharedView } from './shared-view.ts';

interface Props {
  readonly shared: SharedView;
  readonly people: readonly Person[];
  readonly own: Member | null;
  readonly screen: boolean;
}

export function DebriefMembers({ shared, people, own, screen }: Props): JSX.Element {
  const told = shared.told.value;
  const leader = told?.leader ?? null;
  const name = personOf(people, leader).name;
  const [asks] = told?.asks ?? [];
  return (
    <section class="panel debrief-company" aria-label={say('debrief.company')}>
      <ul>
        {(told?.here ?? []).map(member => (
          <Face key={member} member={member} shared={shared} people={people} />
        ))}
      </ul>
      <p class="debrief-leader">{leader === null ? say('debrief.alone') : say('debrief.leads', { name })}</p>
      {shared.leads.value && asks !== undefined && (
        <p class="debrief-asks" role="status">
          {say('debrief.wantsLead', { name: personOf(people, asks).name })}{' '}
          <Button icon="crown" kind="main" onPress={() => shared.give(asks)}>
            {say('debrief.give')}
          </Button>
        </p>
      )}
      {!screen && !shared.leads.value && leader !== null && (
        <div class="debrief-ways">
          <FreeButton shared={shared} name={name} />
          {own !== null && <LeadButton shared={shared} own={own} />}
        </div>
      )}
    </section>
  );
}

function Face({
  member,
  shared,
  people,
}: {
  readonly member: Member;
  readonly shared: SharedView;
  readonly people: readonly Person[];
}): JSX.Element {
  const told = shared.told.value;
  const { name, avatar } = personOf(people, member);
  const leads = told?.leader === member;
  const isFree = told?.free.some(({ m }) => m === member) ?? false;
  const what = leads ? say('debrief.leads', { name }) : isFree ? say('debrief.isFree', { name }) : name;
  return (
    <li class={`face ${leads ? 'leads' : ''}`} title={what}>
      <AvatarIcon avatar={avatar} size={34} />
      {leads && <Icon name="play" size={12} />}
      {isFree && <Icon name="away" size={14} />}
      <span class="unseen">{what}</span>
    </li>
  );
}

const FreeButton = ({ shared, name }: { readonly shared: SharedView; readonly name: string }): JSX.Element =>
  shared.isFree.value ? (
    <Button kind="main" icon="back" onPress={() => shared.comeBack()}>
      {say('debrief.back', { name })}
    </Button>
  ) : (
    <Button icon="away" onPress={() => shared.breakFree()}>
      {say('debrief.free')}
    </Button>
  );

function LeadButton({ shared, own }: { readonly shared: SharedView; readonly own: Member }): JSX.Element {
  const asks = shared.told.value?.asks.includes(own) ?? false;
  return (
    <Button icon="crown" onPress={() => shared.ask(!asks)}>
      {say(asks ? 'debrief.asked' : 'debrief.lead')}
    </Button>
  );
}
