/** The heist of the day: the sealed letter before the first try, the result after it, and past days. */
import { dateOfDay, dayIn, type HeistNews } from '@hush/protocol';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AvatarIcon, Icon } from '../art/icon.tsx';
import { Lantern } from '../art/lantern-picture.tsx';
import type { RequestError } from '../device/http.ts';
import { followLink, navigate, tablePath } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { noTableText } from '../model/table-wish.ts';
import { randomSecret } from '../table/online.ts';
import { Blank } from '../ui/loading.tsx';
import { Button, Dialog, useHeading } from '../ui/widgets.tsx';
import { DayTable } from './day-table.tsx';
import { FairDraw } from './fair-draw.tsx';
import { openHeistTable, readLetter } from './heist-api.ts';
import { breakSeal, dayName, deviceDay, Letter } from './letter.tsx';
import { CopyResult, ResultLine, resultNote } from './result-line.tsx';
import { ShareHeist } from './share-heist.tsx';
import { beginTry, type HeistTry, isKnownAnchor, tryOf } from './tries.ts';
import '../styles/forms.css';
import '../styles/dialogs.css';
import '../styles/heist.css';

const MOST_DAYS = 60;

type Found = HeistNews | RequestError | null;
const isNews = (found: Found): found is HeistNews => found !== null && 'letter' in found;

export function HeistScreen({ day }: { readonly day: string | null }): JSX.Element {
  const heading = useHeading();
  const [found, setFound] = useState<Found>(null);
  const read = (): void => {
    setFound(null);
    void readLetter(day).then(answer => setFound(answer.ok ? answer.value : answer.error));
  };
  useEffect(read, [day]);
  if (found === null) return <Blank />;
  return (
    <div class="page heist">
      <header class="home-head">
        <Button kind="quiet" icon="home" onPress={() => navigate('/')}>
          {say('shell.home')}
        </Button>
      </header>
      <main class="heist-main">
        <div class="heist-title">
          <Lantern size={34} />
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {say('heist.title')}
            </h1>
            {isNews(found) && <p>{dayName(found.letter.day)}</p>}
          </div>
          <Lantern size={34} />
        </div>
        {isNews(found) ? (
          <Day key={found.letter.day} news={found} />
        ) : (
          <NoLetter error={found} onRetry={read} />
        )}
      </main>
    </div>
  );
}

const NoLetter = ({
  error,
  onRetry,
}: {
  readonly error: RequestError;
  readonly onRetry: () => void;
}): JSX.Element => (
  <>
    <Letter open={false} />
    <p class="problem" role="alert">
      {say(error.code === 'unknown' ? 'heist.sealed' : 'heist.away')}
    </p>
    <div class="heist-foot">
      {error.code === 'unknown' ? (
        <Button icon="sun" onPress={() => navigate('/heist')}>
          {say('heist.today')}
        </Button>
      ) : (
        <Button icon="again" onPress={onRetry}>
          {say('heist.retry')}
        </Button>
      )}
      <Button icon="bot" onPress={() => navigate('/practice?bots=3')}>
        {say('heist.bots')}
      </Button>
    </div>
  </>
);

function Day({ news }: { readonly news: HeistNews }): JSX.Element {
  const { letter, today, chain } = news;
  const isToday = letter.day === today;
  const [own, setOwn] = useState<HeistTry | null>(() => tryOf(letter.day));
  const [open, setOpen] = useState<'days' | 'fair' | null>(null);
  useEffect(() => void isKnownAnchor(chain), [chain]);
  const result = own?.result ?? null;
  const box = useRef<HTMLDivElement>(null);
  const onOpen = (): Promise<void> => breakSeal(own === null ? box.current : null);
  return (
    <>
      {isToday && deviceDay() !== today && (
        <p class="kind-sentence" role="status">
          {say('heist.otherDay', { day: dayName(today) })}
        </p>
      )}
      {result !== null && own !== null ? (
        <section class="panel plaque-card" aria-labelledby="heist-result">
          <h2 id="heist-result">{say(result.won ? 'heist.won' : 'heist.lost')}</h2>
          <p>{resultNote(result)}</p>
          <ResultLine result={result} />
          <div class="row">
            <CopyResult result={result} />
            <ShareHeist result={result} faces={own.faces} />
          </div>
        </section>
      ) : (
        <>
          <Letter open={own !== null} box={box} />
          <Facts news={news} />
          <p class="heist-words">{say(whatCounts(isToday, own))}</p>
        </>
      )}
      {(result === null || !isToday) && <Ways day={letter.day} isToday={isToday} onOpen={onOpen} />}
      {(result !== null || !isToday) && (
        <DayTable day={letter.day} isToday={isToday} own={own} onChange={() => setOwn(tryOf(letter.day))} />
      )}
      <div class="heist-foot">
        {own !== null && own.result !== null && !own.place.startsWith('page:') && (
          <Button icon="eye" onPress={() => navigate(`/replay/${own.place}`)}>
            {say('heist.debrief')}
          </Button>
        )}
        <Button kind="quiet" icon="again" onPress={() => setOpen('days')}>
          {say('heist.days')}
        </Button>
        <Button kind="quiet" icon="lock" onPress={() => setOpen('fair')}>
          {say('heist.fair')}
        </Button>
      </div>
      {open === 'days' && <PastDays news={news} onClose={() => setOpen(null)} />}
      {open === 'fair' && (
        <FairDraw day={letter.day} isToday={isToday} chain={chain} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function whatCounts(isToday: boolean, own: HeistTry | null): 'heist.same' | 'heist.tried' | 'heist.past' {
  if (!isToday) return 'heist.past';
  return own === null ? 'heist.same' : 'heist.tried';
}

const Facts = ({ news: { letter } }: { readonly news: HeistNews }): JSX.Element => (
  <p class="heist-facts">
    <span>
      <Icon name="tiles" size={20} />
      {say('heist.tiles', { n: letter.tiles })}
    </span>
    <span title={say('heist.parNote', { n: letter.par })}>
      <Icon name="gem" size={20} />
      {say('heist.par', { n: letter.par })}
      <span class="unseen">. {say('heist.parNote', { n: letter.par })}</span>
    </span>
  </p>
);

function Ways({
  day,
  isToday,
  onOpen,
}: {
  readonly day: string;
  readonly isToday: boolean;
  /** Resolves when the animation that opens the letter has ended. */
  readonly onOpen: () => Promise<void>;
}): JSX.Element {
  const [state, setState] = useState<'idle' | 'busy' | RequestError>('idle');
  const withCrew = async (): Promise<void> => {
    setState('busy');
    const opened = await openHeistTable(day);
    if (!opened.ok) return setState(opened.error);
    if (isToday) beginTry(day, opened.value.code);
    await onOpen();
    navigate(tablePath(opened.value.code));
  };
  const here = async (bots: number): Promise<void> => {
    setState('busy');
    const mark = `page:${randomSecret().slice(0, 12)}`;
    if (isToday) beginTry(day, mark);
    await onOpen();
    navigate(`/practice?${bots > 0 ? `bots=${bots}&` : ''}heist=${day}&try=${encodeURIComponent(mark)}`);
  };
  return (
    <nav class="heist-ways" aria-label={say('heist.title')}>
      <button
        type="button"
        class="button main crew-way"
        disabled={state === 'busy'}
        onClick={() => void withCrew()}
      >
        <span class="row-faces" aria-hidden="true">
          {['owl', 'fox', 'cat'].map(face => (
            <span key={face} class="face">
              <AvatarIcon avatar={face} size={34} />
            </span>
          ))}
        </span>
        {say('heist.crew')}
      </button>
      <Button icon="bot" class="lined" disabled={state === 'busy'} onPress={() => void here(3)}>
        {say('heist.bots')}
      </Button>
      <Button icon="hand" class="lined" disabled={state === 'busy'} onPress={() => void here(0)}>
        {say('heist.alone')}
      </Button>
      {typeof state === 'object' && (
        <p class="problem" role="alert">
          {noTableText(state)}
        </p>
      )}
    </nav>
  );
}

function PastDays({
  news,
  onClose,
}: {
  readonly news: HeistNews;
  readonly onClose: () => void;
}): JSX.Element {
  const last = (dayIn(news.today) ?? 0) - 1;
  const count = Math.min(MOST_DAYS, last - news.chain.first + 1);
  const days = Array.from({ length: Math.max(0, count) }, (_, i) => dateOfDay(last - i));
  return (
    <Dialog title={say('heist.days')} onClose={onClose}>
      {days.length === 0 && <p>{say('heist.noDays')}</p>}
      <ul class="past-days">
        {news.letter.day !== news.today && (
          <li>
            <a href="/heist" onClick={followLink}>
              <Icon name="sun" size={20} /> {say('heist.today')}
            </a>
          </li>
        )}
        {days.map(day => (
          <li key={day}>
            <a href={`/heist?day=${day}`} onClick={followLink}>
              {dayName(day)}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
