/** Layers, bottom up: which of our packages a package may import. CommonJS, because dependency-cruiser's configuration is. */
module.exports = {
  rules: [],
  protocol: ['rules'],
  bots: ['rules', 'protocol'], // of protocol only types, see .dependency-cruiser.cjs
  server: ['rules', 'protocol', 'bots'],
  web: ['rules', 'protocol', 'bots'],
  cli: ['rules', 'protocol', 'bots', 'server'],
};
