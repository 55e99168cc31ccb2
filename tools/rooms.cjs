/**
 * Rooms: the folders in a package's src, bottom up, each with the rooms that it may import. Files directly in src may be
 * imported by every room of their package. CommonJS, because dependency-cruiser's configuration is.
 */
module.exports = {
  server: {
    runtime: [],
    limits: ['runtime'],
    journal: ['runtime'],
    stores: ['runtime'],
    tables: ['stores', 'runtime'],
    http: ['tables', 'stores', 'journal', 'limits', 'runtime'],
    sockets: ['http', 'tables', 'limits', 'runtime'],
  },
};
