/**
 * Layers, bottom up: which of our packages a package may import. The file is CommonJS, because dependency-cruiser's
 * configuration is.
 */
module.exports = {
  rules: [],
  protocol: ['rules'],
  bots: ['rules', 'protocol'], // only types of protocol, see .dependency-cruiser.cjs
  server: ['rules', 'protocol', 'bots'],
  web: ['rules', 'protocol', 'bots'],
  cli: ['rules', 'protocol', 'bots', 'server'],
};
