/**
 * Layers, bottom up: which of our packages a package may import. The file is CommonJS, because dependency-cruiser's
 * configuration is.
 */
module.exports = {
  rules: [],
  protocol: ['rules'],
  bots: ['rules', 'protocol'], // of protocol only types, which .dependency-cruiser.cjs checks
  server: ['rules', 'protocol', 'bots'],
  web: ['rules', 'protocol', 'bots'],
  cli: ['rules', 'protocol', 'bots', 'server'],
};
