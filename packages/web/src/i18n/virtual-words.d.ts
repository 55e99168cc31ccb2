/** Made by `build/word-sets.ts`: for each language a loader of all words of a set. */
declare module 'virtual:words/*' {
  const loaders: Readonly<
    Record<import('./say.ts').Locale, () => Promise<{ readonly default: import('./say.ts').Messages }>>
  >;
  // biome-ignore lint/style/noDefaultExport: a virtual module has one thing to give
  export default loaders;
}
