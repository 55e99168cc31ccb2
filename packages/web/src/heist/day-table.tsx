/** The table of a day: results that crews have published, and buttons to publish or withdraw one's own. */
import { AVATARS, type Avatar, type HeistEntry } from '@hush/protocol';
import { sha256 } from '@hush/rules';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { PlayAgain } from '../book/play-again.tsx';
import type { RequestError } from '../device/http.ts';
import { readName } from '../device/profile.ts';
import { say } from '../i18n/catalogs.ts';
import { clockText } from '../table/names.ts';
import { randomSecret } from '../table/online.ts';
import { Button, IconButton, Switch } from '../ui/widgets.tsx';
import { postResult, readDayTable, takeBackResult } from './heist-api.ts';
import { type HeistTry, storeShownLine } from './tries.ts';

interface Props {
  readonly day: string;
  readonly isToday: boolean;
  readonly own: HeistTry | null;
  readonly onChange: () => void;
}

/** Sorts wins first, then by the sand left. */
const inOrder = (entries: readonly HeistEntry[]): readonly HeistEntry[] =>
  [...entries].sort((a, b) => Number(b.won) - Number(a.won) || b.left - a.left || a.no - b.no);

export function DayTable({ day, isToday, own, onChange }: Props): JSX.Element {
  const [entries, setEntries] = useState<readonly HeistEntry[] | null>(null);
  const no = own?.shown?.no ?? null;
  useEffect(() => {
    let here = true;
    void readDayTable(day).then(found => here && setEntries(found.ok ? inOrder(found.value.results) : []));
    return () => {
      here = false;
    };
  }, [day, no]);
  return (
    <section class="panel day-table" aria-labelledby="day-table">
      <header>
        <h2 id="day-table">{say(isToday ? 'heist.crews' : 'heist.crewsOf')}</h2>
        <span class="note">
          <Icon name="glass" size={16} /> {say('heist.sandLeft')}
        </span>
      </header>
      {entries !== null && entries.length === 0 && <p class="note">{say('heist.nobody')}</p>}
      {entries !== null && entries.length > 0 && (
        <ol>
          {entries.map(entry => (
            <Row key={entry.no} day={day} entry={entry} isOurs={entry.no === no} />
          ))}
        </ol>
      )}
      {isToday && own !== null && own.result !== null && <OwnLine day={day} own={own} onChange={onChange} />}
    </section>
  );
}

function Row({
  day,
  entry: { no, name, faces, won, left, ghost },
  isOurs,
}: {
  readonly day: string;
  readonly entry: HeistEntry;
  readonly isOurs: boolean;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const label = say('heist.ghost', { name });
  return (
    <li class={isOurs ? 'ours' : ''}>
      <span class="row-faces" aria-hidden="true">
        {faces.slice(0, 4).map((face, i) => (
          <span key={i} class="face">
            <AvatarIcon avatar={face} size={24} />
          </span>
        ))}
      </span>
      <bdi>{isOurs ? say('heist.us') : name}</bdi>
      {ghost && !isOurs && <IconButton icon="people" label={label} onPress={() => setOpen(true)} />}
      {won ? <b class="row-left">{clockText(left)}</b> : <span class="note">{say('heist.caught')}</span>}
      {open && (
        <PlayAgain
          title={label}
          tables={`/api/heist/${day}/results/${no}/tables`}
          secret={null}
          query={`heist=${day}&ghost=${no}`}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}

const REFUSED: Readonly<Partial<Record<RequestError['code'], 'heist.known' | 'heist.over'>>> = {
  known: 'heist.known',
  closed: 'heist.over',
};

const isAvatar = (face: string): face is Avatar => AVATARS.some(known => known === face);

function OwnLine({
  day,
  own,
  onChange,
}: Omit<Props, 'isToday' | 'own'> & { readonly own: HeistTry }): JSX.Element | null {
  const id = useId();
  const [name, setName] = useState('');
  const [ghost, setGhost] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { shown, record } = own;
  const takeBack = async (): Promise<void> => {
    if (shown === null) return;
    const gone = await takeBackResult(day, shown.no, shown.secret);
    if (!gone.ok && gone.error.code !== 'unknown') return setProblem(say('heist.refused'));
    storeShownLine(day, null);
    onChange();
  };
  const show = async (): Promise<void> => {
    const read = readName(name);
    if (!('name' in read)) return setProblem(say('home.nameUnseen'));
    const mine = randomSecret();
    const faces = own.faces.filter(isAvatar);
    const posted = await postResult(day, {
      record: record ?? '',
      name: read.name,
      faces,
      ghost,
      key: sha256(mine),
    });
    if (!posted.ok) return setProblem(say(REFUSED[posted.error.code] ?? 'heist.refused'));
    storeShownLine(day, { no: posted.value.no, secret: mine });
    onChange();
  };
  if (shown !== null)
    return (
      <Button kind="quiet" onPress={() => void takeBack()}>
        {say('heist.takeBack')}
      </Button>
    );
  if (record === null) return null;
  return (
    <form
      class="own-line"
      onSubmit={event => {
        event.preventDefault();
        void show();
      }}
    >
      <label htmlFor={id}>{say('heist.crewName')}</label>
      <div class="row">
        <input
          id={id}
          class="text-input"
          maxLength={48}
          value={name}
          autocomplete="off"
          onInput={({ currentTarget }) => {
            setName(currentTarget.value);
            setProblem(null);
          }}
        />
        <button type="submit" class="button lined">
          {say('heist.showUs')}
        </button>
      </div>
      <Switch label={say('heist.letGhost')} value={ghost} onChange={setGhost} />
      <p class="note">{say('heist.showNote')}</p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
