/** Layers, bottom up: which of our packages a package may import. CommonJS, because dependency-cruiser's configuration is. */
module.exports = {
  rules: [],
  protocol: ['rules'],
  bots: ['rules'],
  server: ['rules', 'protocol', 'bots'],
  web: ['rules', 'protocol', 'bots'],
  cli: ['rules', 'protocol', 'bots', 'server'],
};
