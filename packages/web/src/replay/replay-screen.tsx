/** Shows a finished game again: from the book, from a table, or from a file that is opened or dropped here. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../art/icon.tsx';
import { navigate } from '../device/route.ts';
import { say } from '../i18n/catalogs.ts';
import { FileButton } from '../ui/files.tsx';
import { Blank } from '../ui/loading.tsx';
import { ProblemNote, type ShownProblem } from '../ui/problem-text.tsx';
import { Button, Logo, useHeading } from '../ui/widgets.tsx';
import { type Film, filmOf, type Names } from './film.ts';
import { ReplayPlayer } from './replay-player.tsx';
import {
  cameFromFinishedGame,
  fetchFilm,
  keptFilm,
  LARGEST_RECORD,
  type NoFilm,
  namesFor,
  type ProofState,
  proofStateOf,
  type ReplaySource,
  readFilm,
} from './sources.ts';
import '../styles/forms.css';
import '../styles/replay.css';

interface ShownFilm {
  readonly film: Film;
  /** The result of the proof; null until it has been computed. */
  readonly proof: ProofState | null;
}

type ReplayState = 'loading' | 'asking' | NoFilm | ShownFilm;

const NO_NAMES: Names = { type: 'people', names: [] };
const NO_GAME: ShownProblem = { code: 'record-false', values: {} };

const isShown = (state: ReplayState): state is ShownFilm => typeof state === 'object' && 'film' in state;

/** Loads a record and shows it at once; whether it is proven is computed afterwards. */
function useFilm(source: ReplaySource): {
  readonly state: ReplayState;
  readonly take: (text: string) => void;
} {
  const [state, setState] = useState<ReplayState>('loading');
  const show = (text: string, names: Names): void => {
    const events = readFilm(text);
    const film = events.ok ? filmOf(events.value, names) : null;
    setState(film !== null ? { film, proof: null } : events.ok ? NO_GAME : events.error);
    setTimeout(() => {
      if (film === null) return;
      const proof = proofStateOf(film.events);
      setState(now => (isShown(now) && now.film === film ? { film, proof } : now));
    });
  };
  const arrived = (found: Awaited<ReturnType<typeof fetchFilm>>, names: Names): void => {
    const kept = keptFilm();
    if (found?.ok === false) setState(found.error);
    else if (found !== null) show(found.value, names);
    else if (kept !== null && cameFromFinishedGame())
      show(kept.record, { type: 'bySeat', names: kept.names });
    else setState('asking');
  };
  useEffect(() => {
    let here = true;
    setState('loading');
    void fetchFilm(source).then(async found => {
      const names = found?.ok === true ? await namesFor(source, found.value) : NO_NAMES;
      if (here) arrived(found, names);
    });
    return () => {
      here = false;
    };
  }, [source]); // `source` is a new object after every navigation
  return { state, take: text => show(text, NO_NAMES) };
}

async function textOf(file: Blob): Promise<string> {
  // Reads a little more than the limit, so that the parser refuses a longer record.
  return file.slice(0, LARGEST_RECORD * 4 + 4).text();
}

export function ReplayScreen({ source }: { readonly source: ReplaySource }): JSX.Element {
  const { state, take } = useFilm(source);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) void textOf(file).then(take);
  };
  if (state === 'loading') return <Blank />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen by keyboard, too
    <div class="replay-door" onDragOver={event => event.preventDefault()} onDrop={drop}>
      {isShown(state) ? (
        <ReplayPlayer key={state.film} film={state.film} proof={state.proof} source={source} />
      ) : (
        <Door trouble={state === 'asking' ? null : state} onText={take} />
      )}
    </div>
  );
}

function Door({
  trouble,
  onText,
}: {
  readonly trouble: NoFilm | null;
  readonly onText: (text: string) => void;
}): JSX.Element {
  const heading = useHeading();
  return (
    <div class="page trouble">
      <main class="panel trouble-card replay-card">
        <Logo />
        <h1 ref={heading} tabIndex={-1}>
          {say('replay.title')}
        </h1>
        <p>{say('replay.about')}</p>
        {trouble !== null && (
          <p class="problem" role="alert">
            {typeof trouble === 'string' ? (
              say(`replay.${trouble}`)
            ) : (
              <>
                {say('replay.unreadable')} <ProblemNote problem={trouble} />
              </>
            )}
          </p>
        )}
        <FileButton kind="main" accept=".txt,text/plain" onFile={file => void textOf(file).then(onText)}>
          <Icon name="book" size={20} />
          {say('replay.choose')}
        </FileButton>
        <p class="note">{say('replay.drop')}</p>
        <Button icon="home" kind="quiet" onPress={() => navigate('/')}>
          {say('shell.home')}
        </Button>
      </main>
    </div>
  );
}
