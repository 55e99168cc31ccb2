/**
 * The commands of an operator: words as input, one text as output. An unknown word is answered with a sentence, and nothing
 * is changed.
 */
import { CLOSE_CODES, isCode, type Journal, logPages, READ_ONLY_SENTENCE } from '@hush/protocol';
import { err, type Millis, ok, type Result } from '@hush/rules';
import { readAddressRange } from '../limits/address-range.ts';
import type { Moderation } from '../limits/moderation.ts';
import { LISTED } from '../stores/crew-logs.ts';
import type { Crews } from '../stores/crew-store.ts';
import type { Scenarios } from '../stores/scenario-store.ts';
import type { TableAdmin } from '../tables/table-admin.ts';

export interface OperatorWorld {
  readonly tables: TableAdmin;
  readonly crews: Crews;
  readonly scenarios: Scenarios;
  readonly journal: Journal;
  readonly moderation: Moderation;
  /** Closes the connections of blocked addresses. */
  endBlocked(): void;
  /** Called when the leaderboard may have changed. */
  bookChanged(): void;
  /** Called when a crew leaves the leaderboard, so that the leaderboard is computed again. */
  boardChanged(id: string): Promise<void>;
}

type Answer = Result<string, string>;
type AdminCommand = (world: OperatorWorld, args: readonly string[]) => Promise<Answer> | Answer;

const CLOSED = 'The people who run this server have closed this table.';
/** The most characters of a notice, because a close frame has room for 123 bytes. */
const LONGEST_NOTICE = 120;
const MOST_LISTED = 1_000;
const MINUTE: Millis = 60_000;
const MOST_MINUTES = 60 * 24 * 366;

const lines = (rows: readonly string[], none: string): Answer =>
  ok(rows.length === 0 ? none : rows.slice(0, MOST_LISTED).join('\n'));

/** Runs a command whose argument is a code; refuses a text that cannot be a code. */
const withCode =
  (
    kind: 'table' | 'crew' | 'scenario',
    act: (world: OperatorWorld, code: string) => Promise<Answer> | Answer,
  ): AdminCommand =>
  (world, [given = '', ...more]) => {
    const code = given.toUpperCase().replaceAll('-', '');
    if (more.length > 0 || !isCode(kind, code))
      return err(`${JSON.stringify(given)} is not the code of a ${kind}.`);
    return act(world, code);
  };

async function logsOf(
  { journal }: OperatorWorld,
  prefix: string,
): Promise<Result<readonly string[], string>> {
  const found: string[] = [];
  for await (const page of logPages(journal, prefix)) {
    if (!page.ok) return err('The journal cannot be read right now.');
    for (const log of page.logs) found.push(log.slice(prefix.length));
  }
  return ok(found);
}

const listing =
  (prefix: string, none: string): AdminCommand =>
  async world => {
    const found = await logsOf(world, prefix);
    return found.ok ? lines(found.value, none) : found;
  };

const knownTable = (act: (world: OperatorWorld, code: string) => Promise<Answer> | Answer): AdminCommand =>
  withCode('table', async (world, code) =>
    (await world.tables.exists(code)) ? act(world, code) : err(`There is no table ${code}.`),
  );

async function lookAtTable({ tables, moderation }: OperatorWorld, code: string): Promise<Answer> {
  const seen = await tables.lookAt(code);
  if (seen === null) return err(`Table ${code} cannot be read.`);
  return ok(JSON.stringify({ code, closed: moderation.isClosed(code), ...seen }, null, 2));
}

async function closeTable({ tables, moderation }: OperatorWorld, code: string): Promise<Answer> {
  if (moderation.isClosed(code)) return err(`Table ${code} is already closed.`);
  moderation.close(code);
  const told = await tables.shut(code, CLOSE_CODES.closed, CLOSED);
  return ok(`Table ${code} is closed; ${told} connections were told.`);
}

async function deleteTable({ tables, moderation }: OperatorWorld, code: string): Promise<Answer> {
  await tables.shut(code, CLOSE_CODES.closed, CLOSED);
  if (!(await tables.remove(code)))
    return err(`Table ${code} could not be deleted completely; the next sweep will try again.`);
  moderation.reopen(code);
  return ok(`Table ${code} is deleted.`);
}

async function lookAtCrew({ crews }: OperatorWorld, id: string): Promise<Answer> {
  const crew = await crews.peek(id);
  if (!crew.ok) return err(`Crew ${id} cannot be read: ${crew.error}.`);
  const { key: _, ...shown } = crew.value;
  return ok(JSON.stringify({ id, ...shown }, null, 2));
}

async function deleteCrew(world: OperatorWorld, id: string): Promise<Answer> {
  const crew = await world.crews.peek(id);
  if (!crew.ok && crew.error === 'unknown') return err(`There is no crew ${id}.`);
  if (!(await world.crews.forget(id))) return err(`Crew ${id} could not be deleted; please try again.`);
  await world.boardChanged(id);
  return ok(`Crew ${id} is deleted.`);
}

/** Removes a game from a book, with its names. */
const deleteEntry: AdminCommand = async (world, [given = '', number = '', ...more]) => {
  const id = given.toUpperCase().replaceAll('-', '');
  if (!isCode('crew', id)) return err(`${JSON.stringify(given)} is not the code of a crew.`);
  if (more.length > 0 || !/^\d{1,6}$/.test(number)) return err('Say which entry of the book, for example 3.');
  const struck = await world.crews.strike(id, Number(number));
  if (!struck.ok && struck.error === 'unknown') return err(`There is no crew ${id}.`);
  if (!struck.ok && struck.error === 'no-line') return err(`The book of crew ${id} has no entry ${number}.`);
  if (!struck.ok) return err(`Crew ${id} cannot be changed: ${struck.error}.`);
  world.bookChanged();
  return ok(`Entry ${number} of crew ${id} is deleted.`);
};

/**
 * Removes a crew from the leaderboard and switches off its own setting, because otherwise its next change would list
 * it again.
 */
async function unlistCrew(world: OperatorWorld, id: string): Promise<Answer> {
  const listed = await logsOf(world, LISTED);
  if (!listed.ok) return listed;
  if (!listed.value.includes(id)) return err(`Crew ${id} is not on the board.`);
  const list = { list: async () => 'listed' as const, unlist: () => world.boardChanged(id) };
  const changed = await world.crews.adjust(id, { shown: false }, list);
  await world.boardChanged(id);
  return changed.ok
    ? ok(`Crew ${id} is off the board.`)
    : err(`Crew ${id} cannot be changed: ${changed.error}.`);
}

async function lookAtScenario({ scenarios }: OperatorWorld, code: string): Promise<Answer> {
  const sheet = await scenarios.find(code);
  return sheet.ok
    ? ok(JSON.stringify(sheet.value, null, 2))
    : err(`Scenario ${code} cannot be read: ${sheet.error}.`);
}

async function deleteScenario({ scenarios }: OperatorWorld, code: string): Promise<Answer> {
  const gone = await scenarios.forget(code);
  if (gone === 'unknown') return err(`There is no scenario ${code}.`);
  return gone === 'gone'
    ? ok(`Scenario ${code} is deleted.`)
    : err(`Scenario ${code} could not be deleted: ${gone}.`);
}

const block: AdminCommand = ({ moderation, endBlocked }, [text = '', minutes = '', ...more]) => {
  const range = readAddressRange(text);
  if (range === null || more.length > 0)
    return err(`${JSON.stringify(text)} is not an address range, such as 203.0.113.0/24 or 2001:db8::/48.`);
  const length = /^\d{1,6}$/.test(minutes) ? Number(minutes) : 0;
  if (length < 1 || length > MOST_MINUTES) return err('Say for how many minutes, for example 60.');
  moderation.block(range, length * MINUTE);
  endBlocked();
  return ok(`${text} is blocked for ${length} minutes.`);
};

const unblock: AdminCommand = ({ moderation }, [text = '']) =>
  moderation.unblock(text)
    ? ok(`${text} is no longer blocked.`)
    : err(`${JSON.stringify(text)} is not blocked.`);

const readOnly: AdminCommand = async ({ tables, moderation }, [word, ...words]) => {
  if (word !== 'on' && word !== 'off')
    return err('Say read-only on, with a sentence for everybody if you like, or off.');
  if (word === 'off') {
    moderation.notice = null;
    return ok('The server accepts changes again.');
  }
  const notice = words.join(' ') || READ_ONLY_SENTENCE;
  if (Buffer.byteLength(notice) > LONGEST_NOTICE)
    return err(
      `The sentence has ${Buffer.byteLength(notice)} bytes; at most ${LONGEST_NOTICE} can be shown.`,
    );
  moderation.notice = notice;
  const told = await tables.shutAll(CLOSE_CODES.readOnly, moderation.notice);
  return ok(`The server is read-only; ${told} connections were told: ${moderation.notice}`);
};

const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  tables: ({ tables, moderation }) =>
    lines(
      tables.overview().map(({ code, players, watching, status }) => {
        const closed = moderation.isClosed(code) ? ', closed' : '';
        return `${code}  ${players} players, ${watching} watching, ${status}${closed}`;
      }),
      'No table is open.',
    ),
  'all-tables': listing('table/', 'There are no tables.'),
  table: knownTable(lookAtTable),
  close: knownTable(closeTable),
  reopen: withCode('table', ({ moderation }, code) =>
    moderation.reopen(code) ? ok(`Table ${code} can be opened again.`) : err(`Table ${code} is not closed.`),
  ),
  'delete-table': knownTable(deleteTable),
  crews: listing('crew/', 'There are no crews.'),
  crew: withCode('crew', lookAtCrew),
  'delete-crew': withCode('crew', deleteCrew),
  'delete-entry': deleteEntry,
  board: listing(LISTED, 'No crew is on the board.'),
  unlist: withCode('crew', unlistCrew),
  scenarios: listing('scenario/', 'There are no shared scenarios.'),
  scenario: withCode('scenario', lookAtScenario),
  'delete-scenario': withCode('scenario', deleteScenario),
  blocks: ({ moderation }) =>
    lines(
      moderation.blocks().map(({ range, left }) => `${range}  ${Math.ceil(left / MINUTE)} minutes left`),
      'No address is blocked.',
    ),
  block,
  unblock,
  reports: ({ moderation }) =>
    lines(
      moderation.reports.list().map(({ when, table, member, name, text }) => {
        const said = text === null ? '' : `  said ${JSON.stringify(text)}`;
        return `${new Date(when).toISOString()}  ${table}  member ${member}  ${JSON.stringify(name)}${said}`;
      }),
      'Nobody has reported anything.',
    ),
  'clear-reports': ({ moderation }) => {
    moderation.reports.clear();
    return ok('All reports are deleted.');
  },
  'read-only': readOnly,
};

export async function runAdmin(
  world: OperatorWorld,
  [name = '', ...args]: readonly string[],
): Promise<Answer> {
  const command = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (command === undefined)
    return err(
      `There is no command ${JSON.stringify(name)}; there are ${Object.keys(ADMIN_COMMANDS).join(', ')}.`,
    );
  return command(world, args);
}
