/**
 * The panel of the table: which game is played and, for the host, its settings. In wide windows the panel is at the side;
 * in other windows it is a sheet.
 */
import { mayStandIn, seatsOf, type TableWish, TEMPERS, type Temper } from '@hush/protocol';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { followLink, tablePath } from '../device/route.ts';
import { leaveSeat } from '../device/storage.ts';
import { say } from '../i18n/catalogs.ts';
import { LeaveButton } from '../lobby/leave.tsx';
import { VoiceCard } from '../lobby/voice-card.tsx';
import { NO_CLOCK, WishDialog, WishSummary, withSand } from '../lobby/wish-form.tsx';
import { storeWish, whyNot } from '../model/table-wish.ts';
import { WishWarning } from '../solver/solver-notes.tsx';
import { clockText, isHost, playerCount } from '../table/names.ts';
import type { Session } from '../table/session.ts';
import { lazy } from '../ui/lazy.tsx';
import { isUsual, USUAL_CAPACITIES } from '../ui/seconds-input.tsx';
import { Button, ChoiceRow, Switch } from '../ui/widgets.tsx';
import { startNow } from './ready-key.tsx';
import { ResearchConsent } from './research-consent.tsx';

interface Props {
  readonly session: Session;
}

/** How fast the next bot plays that the host adds. */
const temper = signal<Temper>('calm');

export function TablePanel({ session }: Props): JSX.Element {
  const host = isHost(session);
  const online = session.kind === 'online';
  const seated = session.member.value !== null;
  return (
    <div class="table-panel">
      <GameChoice session={session} />
      {host && <Sand session={session} />}
      {host && <BotChoice />}
      {host && online && (
        <>
          <Switch
            label={say('lobby.sitIn')}
            value={mayStandIn(session.table.value)}
            onChange={allowed => void session.manage({ type: 'sitIn', allowed })}
          />
          <Switch
            label={say('lobby.lock')}
            value={session.table.value.locked}
            onChange={locked => void session.manage({ type: 'lock', locked })}
          />
          <Switch
            label={say('lobby.unwatched')}
            value={session.table.value.unwatched === true}
            onChange={unwatched => void session.manage({ type: 'spectators', allowed: !unwatched })}
          />
          {session.table.value.unwatched !== true && <DelayChoice session={session} />}
          <Switch
            label={say('lobby.programs')}
            note={say('lobby.programsNote')}
            value={session.table.value.programsAllowed === true}
            onChange={allowed => void session.manage({ type: 'programs', allowed })}
          />
        </>
      )}
      {host && <StartChoices session={session} />}
      {online && <ResearchConsent session={session} />}
      {online && seated && <VoiceCard session={session} />}
      {online && seated && (
        <div class="row">
          <a
            class="button quiet"
            href={tablePath(session.code, 'watch')}
            onClick={event => {
              session.manage({ type: 'leave' });
              leaveSeat(session.code);
              followLink(event);
            }}
          >
            <Icon name="eye" size={20} />
            {say('lobby.justWatch')}
          </a>
          <LeaveButton session={session} />
        </div>
      )}
      <p class="note">
        <a href="/privacy" target="_blank" rel="noopener">
          {say('home.privacyNote')}
        </a>
      </p>
    </div>
  );
}

function GameChoice({ session }: Props): JSX.Element {
  const [choosing, setChoosing] = useState(false);
  const { wish } = session.table.value;
  const choose = (next: TableWish): void => {
    setChoosing(false);
    storeWish(next);
    session.manage({ type: 'wish', wish: next });
  };
  return (
    <div class="game-choice">
      <WishSummary wish={wish} />
      {isHost(session) && <WishWarning wish={wish} players={playerCount(session.table.value)} />}
      <div class="row">
        {isHost(session) && (
          <Button icon="pen" onPress={() => setChoosing(true)}>
            {say('lobby.change')}
          </Button>
        )}
        <ReadRules session={session} />
      </div>
      {choosing && (
        <WishDialog
          wish={wish}
          act={say('lobby.wish.done')}
          onDone={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** Buttons for the usual capacities of the hourglass; the form of the game has all others. */
function Sand({ session }: Props): JSX.Element {
  const { wish } = session.table.value;
  const seconds = wish.hourglass ?? 180;
  const isOff = wish.house?.noClock === true;
  return (
    <ChoiceRow
      legend={say('lobby.wish.hourglass')}
      value={isOff ? NO_CLOCK : isUsual(seconds) ? seconds : 0}
      options={[
        ...USUAL_CAPACITIES.map(value => ({ value: value as number, label: `${value / 60}:00` })),
        { value: NO_CLOCK, label: say('lobby.house.noClock') },
      ]}
      onChange={value => {
        const next = withSand(wish, value === NO_CLOCK ? null : value);
        storeWish(next);
        session.manage({ type: 'wish', wish: next });
      }}
    />
  );
}

/** The seconds by which a host can delay spectators. */
const DELAYS = [0, 30, 60, 180];

function DelayChoice({ session }: Props): JSX.Element {
  return (
    <ChoiceRow
      legend={say('lobby.delay')}
      value={session.table.value.spectatorDelay ?? 0}
      options={DELAYS.map(value => ({
        value,
        label: value === 0 ? say('lobby.live') : say('lobby.delayed', { time: clockText(value * 1000) }),
      }))}
      onChange={seconds => void session.manage({ type: 'delay', seconds })}
    />
  );
}

/** The button that adds a bot; it takes the place of one more seat at the table. */
export function AddBot({ session }: Props): JSX.Element | null {
  const table = session.table.value;
  if (playerCount(table) >= seatsOf(table)) return null;
  return (
    <button
      type="button"
      class="seat-button"
      aria-label={say('lobby.addBot')}
      onClick={() => session.manage({ type: 'seatBot', temper: temper.peek() })}
    >
      <span class="face empty">
        <Icon name="plus" size={26} />
      </span>
      <span class="seat-name" aria-hidden="true">
        <Icon name="bot" size={17} />
      </span>
    </button>
  );
}

function BotChoice(): JSX.Element {
  const id = useId();
  return (
    <div class="field inline">
      <label htmlFor={id}>{say('lobby.temper')}</label>
      <select
        id={id}
        value={temper.value}
        onChange={({ currentTarget }) => {
          temper.value = currentTarget.value as Temper;
        }}
      >
        {TEMPERS.map(one => (
          <option key={one} value={one}>
            {say(`lobby.temper.${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Buttons with which the host starts without waiting for everybody, or shows the board before the sand runs (SU-5a, SU-3h). */
function StartChoices({ session }: Props): JSX.Element {
  const players = playerCount(session.table.value);
  const disabled = whyNot(session.table.value.wish, players) !== null;
  return (
    <div class="row start-choices">
      <Button icon="tiles" disabled={disabled} onPress={() => session.manage({ type: 'begin' })}>
        {say('lobby.planFirst')}
      </Button>
      <Button icon="glass" disabled={disabled} onPress={() => startNow(session)}>
        {players === 1 ? say('lobby.playAlone') : say('lobby.start')}
      </Button>
    </div>
  );
}

const WishRules = lazy(async () => (await import('../rulebook/rules-dialog.tsx')).WishRules);

/**
 * The button that opens the rules. In a lobby with one person others may still join, so the rules for solo games are
 * shown only in practice.
 */
function ReadRules({ session }: Props): JSX.Element {
  const [open, setOpen] = useState(false);
  const { wish } = session.table.value;
  const seated = playerCount(session.table.value);
  const players = seated > 1 || session.kind === 'practice' ? seated : null;
  return (
    <>
      <Button icon="book" kind="quiet" onPress={() => setOpen(true)}>
        {say('rulebook.show')}
      </Button>
      {open && <WishRules wish={wish} players={players} onClose={() => setOpen(false)} />}
    </>
  );
}
