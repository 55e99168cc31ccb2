/** The version of the whole, for whoever asks a running server; a test compares it with package.json. */
export const VERSION = '0.1.0';
