/** Layers, bottom up. A package may import only what is listed here. */
const may = {
  rules: [],
  protocol: ['rules'],
  bots: ['rules'],
  server: ['rules', 'protocol', 'bots'],
  web: ['rules', 'protocol', 'bots'],
  cli: ['rules', 'protocol', 'bots', 'server'],
};
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(may).map(([pkg, ok]) => ({
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
