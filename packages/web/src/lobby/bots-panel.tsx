/** The host fills free seats with bots, and decides whether bots may stand in for absent players. */
import { mayStandIn, seatsOf, TEMPERS, type Temper } from '@hush/protocol';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { say } from '../i18n/catalogs.ts';
import { playerCount } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { Button, Switch } from '../ui/widgets.tsx';

export function BotsPanel({ session }: { readonly session: Session }): JSX.Element {
  const id = useId();
  const [temper, setTemper] = useState<Temper>('calm');
  const table = session.table.value;
  return (
    <div class="bots-panel">
      <div class="row">
        <Button
          icon="bot"
          disabled={playerCount(table) >= seatsOf(table)}
          onPress={() => session.manage({ type: 'seatBot', temper })}
        >
          {say('lobby.addBot')}
        </Button>
        <label htmlFor={id} class="unseen">
          {say('lobby.temper')}
        </label>
        <select
          id={id}
          value={temper}
          onChange={({ currentTarget }) => setTemper(currentTarget.value as Temper)}
        >
          {TEMPERS.map(one => (
            <option key={one} value={one}>
              {say(`lobby.temper.${one}`)}
            </option>
          ))}
        </select>
      </div>
      {session.kind === 'online' && (
        <Switch
          label={say('lobby.sitIn')}
          value={mayStandIn(table)}
          onChange={allowed => void session.manage({ type: 'sitIn', allowed })}
        />
      )}
    </div>
  );
}
