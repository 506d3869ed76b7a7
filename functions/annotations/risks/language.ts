/** Words of which most sentences have one, without accents. */
const COMMON = {
  de: 'der die das und ist nicht ich ein eine den dem zu mit auf fur von es im bitte sie ihr wir euch hier wenn dass auch wird kann mir mich bei aus wie nur noch alle sind hat habe steht beim zum zur',
  en: 'the and is to you your of it that this for on are with please i have not my be can here from all what when no but if they was we our at its there an would do has',
  es: 'el la los las que y en un una por favor con no para se es del al lo su mi me como esta este pero si mas tu aqui sin hay cuando todo te he os vuestra vuestro quien ya muy',
} as const;

export type Language = keyof typeof COMMON;

const commonTo = new Map<string, Language[]>();
for (const [language, words] of Object.entries(COMMON) as [Language, string][])
  for (const word of words.split(' ')) commonTo.set(word, [...(commonTo.get(word) ?? []), language]);

/** Of a text in lower case and without accents; undefined if no language leads. */
export const languageOf = (text: string): Language | undefined => {
  const counts = new Map<Language, number>();
  for (const word of text.match(/[a-z]+/g) ?? [])
    for (const language of commonTo.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
};
