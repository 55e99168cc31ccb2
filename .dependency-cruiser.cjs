/** What may import what. The layers are a list of their own, so that a test can compare them with each package.json. */
const layers = require('./tools/layers.cjs');

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(layers).map(([pkg, ok]) => ({
      name: `${pkg}-may-import-only-${ok.join('+') || 'itself'}`,
      severity: 'error',
      from: { path: `^packages/${pkg}/src` },
      to: { path: '^packages/', pathNot: `^packages/(${[pkg, ...ok].join('|')})/` },
    })),
    {
      name: 'front-door-only',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src' },
      to: { path: '^packages/[^/]+/src/', pathNot: ['^packages/$1/', '/src/index[.]ts$'] },
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
