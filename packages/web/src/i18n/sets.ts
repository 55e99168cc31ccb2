/**
 * Which files of a language are loaded together: the build writes one file for each set and language. `game` is
 * loaded with the page, the others with the first screen that needs them. `file:prefix` takes only the ids of a file
 * that begin with the prefix. Refusals that only people without a seat or hosts between games read are in `lobby`.
 */
export const WORD_SETS = {
  game: ['board', 'game', 'kit', 'play', 'refusals', 'scenarios:game.name', 'shell'],
  more: [
    'campaign',
    'commands',
    'editions',
    'end',
    'help',
    'home',
    'intro',
    'lobby',
    'offline',
    'practice',
    'rulebook',
    'scenarios:lobby.adds',
    'settings',
    'setup',
    'sound',
    'talk',
    'trouble',
    'voice',
  ],
  after: ['after'],
  debrief: ['debrief'],
  book: ['book'],
  heist: ['heist'],
  news: ['news'],
  privacy: ['privacy'],
  problems: ['problems'],
  replay: ['replay'],
  souvenir: ['souvenir'],
  workshop: ['workshop', 'painter'],
  /** The hourglass page is a separate build with its own sets; `box` is loaded with its dialog about the box. */
  glass: ['glass', 'kit', 'scenarios:game.name'],
  box: ['box', 'editions', 'rulebook'],
} as const;
