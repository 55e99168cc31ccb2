/** The few HTML pages that the server makes itself, without scripts or styles. Text that people wrote is escaped. */
import type { TableState } from '@hush/protocol';
import { SCENARIOS } from '@hush/rules';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from '../preview/board-picture.ts';

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, mark => MARKS[mark] ?? '');

/** The preview of a link to a table. It contains no names, because links are shared. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** The address of a picture, and a text that describes it. */
  readonly picture?: { readonly address: string; readonly shows: string };
}

/** The preview of a table whose log is too long to read for a preview. */
const SOME_TABLE: Preview = {
  title: 'Hush',
  description: 'A table for a game of silence and sand. Open the link to take a seat or to watch.',
};

export function previewOf(table: TableState | null, picture: Preview['picture'] | null = null): Preview {
  if (table === null) return SOME_TABLE;
  const { wish, seats, game } = table;
  const people = seats.filter(member => member !== null).length;
  const sat = people === 1 ? '1 person is' : `${people} people are`;
  const doing =
    game !== null && (game.status === 'playing' || game.status === 'paused') ? 'playing' : 'at the table';
  return {
    title: `Hush: ${scenarioName(wish.scenario)}`,
    description: `${sat} ${doing}. Open the link to take a seat or to watch.`,
    ...(picture === null ? {} : { picture }),
  };
}

function scenarioName(scenario: TableState['wish']['scenario']): string {
  if (typeof scenario !== 'number') return scenario.name;
  const known = SCENARIOS.find(({ number }) => number === scenario);
  return known === undefined ? `scenario ${scenario}` : `scenario ${scenario}, ${known.name}`;
}

const pictureTags = ({
  address,
  shows,
}: Exclude<Preview['picture'], undefined>): readonly (readonly [string, string])[] => [
  ['property="og:image"', address],
  ['property="og:image:type"', 'image/png'],
  ['property="og:image:width"', String(PICTURE_WIDTH)],
  ['property="og:image:height"', String(PICTURE_HEIGHT)],
  ['property="og:image:alt"', shows],
];

const metaTags = ({ title, description, picture }: Preview): string =>
  [
    ['name="description"', description],
    ['name="robots"', 'noindex'],
    ['property="og:type"', 'website'],
    ['property="og:site_name"', 'Hush'],
    ['property="og:title"', title],
    ['property="og:description"', description],
    ['name="twitter:card"', picture === undefined ? 'summary' : 'summary_large_image'],
    ...(picture === undefined ? [] : pictureTags(picture)),
  ]
    .map(([what, content = '']) => `<meta ${what} content="${escapeHtml(content)}">`)
    .join('\n');

/** The game's page with the preview in its head. */
export function withPreview(page: string, preview: Preview): string {
  const head = page.indexOf('</head>');
  const titled = `<title>${escapeHtml(preview.title)}</title>`;
  if (head < 0) return page;
  const before = page.slice(0, head).replace(/<title>[^<]*<\/title>/, '');
  return `${before}${titled}\n${metaTags(preview)}\n${page.slice(head)}`;
}

const plainPage = (preview: Preview, body: readonly string[]): string =>
  withPreview(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
</head>
<body>
${body.join('\n')}
</body>
</html>
`,
    preview,
  );

const UNBUILT =
  '<p>The page to play on is not built yet. The table is real: programs can sit down at it over the protocol.</p>';

/** A table's page if the web page has not been built. */
export function plainTable(code: string, preview: Preview): string {
  return plainPage(preview, [
    `<h1>${escapeHtml(preview.title)}</h1>`,
    `<p>Table <strong>${escapeHtml(code)}</strong>. ${escapeHtml(preview.description)}</p>`,
    UNBUILT,
  ]);
}

export const plainHome = (): string =>
  plainPage({ title: 'Hush', description: 'A cooperative game of silence and sand.' }, [
    '<h1>Hush</h1>',
    '<p>The server is running. The page to play on is not built yet.</p>',
  ]);

/** A page with one sentence, usually that something was not found. */
export const messagePage = (sentence: string): string =>
  plainPage({ title: 'Hush', description: sentence }, [`<h1>Hush</h1>`, `<p>${escapeHtml(sentence)}</p>`]);
