/**
 * Rooms: the folders in a package's src, bottom up, each with the rooms that it may import. Files directly in src may be
 * imported by every room of their package. CommonJS, because dependency-cruiser's configuration is.
 */
/** Each room may import all rooms before it. @param {readonly string[]} names @returns {Record<string, readonly string[]>} */
const bottomUp = names => Object.fromEntries(names.map((room, i) => [room, names.slice(0, i)]));

module.exports = {
  protocol: {
    input: [],
    commands: ['input'],
    state: ['commands'],
    messages: ['input', 'commands', 'state'],
    journal: [],
    logs: ['journal', 'messages', 'state', 'commands'],
    presence: ['logs', 'messages', 'state'],
    bots: ['presence', 'logs', 'messages', 'state', 'commands'],
    table: ['bots', 'presence', 'logs', 'journal', 'messages', 'state', 'commands'],
    client: ['messages', 'state', 'commands'],
    crews: ['logs', 'input', 'state', 'commands'],
    heist: ['crews', 'input', 'commands'],
    schemas: ['crews', 'messages', 'state', 'commands', 'input'],
  },
  server: {
    runtime: [],
    limits: ['runtime'],
    journal: ['runtime'],
    stores: ['runtime'],
    tables: ['stores', 'runtime'],
    operator: ['tables', 'stores', 'limits', 'runtime'],
    http: ['tables', 'stores', 'journal', 'limits', 'runtime'],
    sockets: ['http', 'tables', 'limits', 'runtime'],
  },
  web: {
    ...bottomUp([
      'device',
      'art',
      'board',
      'i18n',
      'model',
      'table',
      'ui',
      'input',
      'settings',
      'solver',
      'rulebook',
      'sound',
      'spoken',
      'voice',
      'book',
      'replay',
      'talk',
      'lobby',
      'game',
      'after',
      'toy-mall',
      'table-screen',
      'painter',
      'workshop',
      'campaign',
      'offline',
      'hourglass',
      'app',
    ]),
    art: [],
    board: ['art'],
  },
};
