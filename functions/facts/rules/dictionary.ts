/** Of English; the dictionaries of most other languages have licenses that ask for more than a notice. */
export const DICTIONARY: readonly string[] = [
  'node_modules/dictionary-en/index.aff',
  'node_modules/dictionary-en/index.dic',
];
