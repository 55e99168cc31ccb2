/** What may import what. Layers and rooms are lists of their own, so that tests can read them, too. */
const layers = require('./tools/layers.cjs');
const rooms = require('./tools/rooms.cjs');

/** A room imports itself, the files directly in src, the rooms on its list, and styles. */
const roomRule = (pkg, room, ok) => ({
  name: `${pkg}/${room}-may-import-only-${ok.join('+') || 'itself'}`,
  severity: 'error',
  from: { path: `^packages/${pkg}/src/${room}/` },
  to: {
    path: `^packages/${pkg}/src/[^/]+/`,
    pathNot: [`^packages/${pkg}/src/(${[room, ...ok].join('|')})/`, '[.]css$'],
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(layers).map(([pkg, ok]) => ({
      name: `${pkg}-may-import-only-${ok.join('+') || 'itself'}`,
      severity: 'error',
      from: { path: `^packages/${pkg}/src` },
      to: { path: '^packages/', pathNot: `^packages/(${[pkg, ...ok].join('|')})/` },
    })),
    ...Object.entries(rooms).flatMap(([pkg, list]) =>
      Object.entries(list).map(([room, ok]) => roomRule(pkg, room, ok)),
    ),
    {
      name: 'front-door-only',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src' },
      to: {
        path: '^packages/[^/]+/src/',
        // The command starts the journal's thread before it loads the server.
        pathNot: ['^packages/$1/', '/src/index[.]ts$', '^packages/server/src/journal/journal-thread[.]ts$'],
      },
    },
    {
      name: 'bots-import-only-types-of-protocol',
      severity: 'error',
      from: { path: '^packages/bots/src' },
      to: { path: '^packages/protocol/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-has-no-dependencies',
      severity: 'error',
      from: { path: '^packages/rules/src' },
      to: { dependencyTypes: ['npm', 'core'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
