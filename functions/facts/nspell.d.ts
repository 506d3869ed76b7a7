declare module 'nspell' {
  interface Speller {
    correct(word: string): boolean;
  }
  const nspell: (aff: Uint8Array, dic: Uint8Array) => Speller;
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default nspell;
}
