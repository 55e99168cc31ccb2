/** The address of a file that is bundled as a thread of its own. */
declare module '*?worker&url' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: this is how a bundler hands over an address
  export default address;
}
