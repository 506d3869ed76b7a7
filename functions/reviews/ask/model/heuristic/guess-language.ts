/** Frequent words that few other of these languages have. */
const FREQUENT: Record<string, readonly string[]> = {
  en: 'the and of to is for you that with your are this on it be or not we from have will can as by'.split(' '),
  de: 'der die und das ist nicht mit für sie ein eine den von zu im auf wir werden ich auch dem des sich oder'.split(
    ' ',
  ),
  fr: 'le les et des est une pour vous dans que qui pas nous sur avec du au par votre sont'.split(' '),
  es: 'el los y las es una para que con por del su se más como pero usted nuestro son'.split(' '),
  it: 'il e gli di che è una per con non del della sono più come nel anche si le'.split(' '),
  nl: 'het een en van de is voor met niet u wij zijn op aan dat deze ook naar bij of'.split(' '),
  pt: 'os e uma para que com não do da em por mais como você nosso são ao se as'.split(' '),
};

const NAMES: Record<string, string> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  nl: 'Dutch',
  pt: 'Portuguese',
};

export interface Language {
  /** Which word lists apply. */
  lists: 'en' | 'de' | undefined;
  name: string;
  /** As it reads, where enough words tell; a primary subtag. */
  read: string | undefined;
  /** As the content says; a primary subtag. */
  declared: string | undefined;
}

const guess = (words: readonly string[]): string | undefined => {
  const seen = new Map<string, number>();
  for (const word of words.slice(0, 2000)) seen.set(word, (seen.get(word) ?? 0) + 1);
  const hits = Object.entries(FREQUENT)
    .map(([language, frequent]) => ({ language, n: frequent.reduce((sum, word) => sum + (seen.get(word) ?? 0), 0) }))
    .sort((a, b) => b.n - a.n);
  const [best, second] = hits;
  if (best === undefined || second === undefined || best.n < 2) return undefined;
  return best.n >= second.n * 1.4 && best.n >= Math.min(words.length, 2000) * 0.04 ? best.language : undefined;
};

/** Words in lower case. What the text reads as counts more than what it says it is: a wrong `lang` is common. */
export const guessLanguage = (words: readonly string[], declared: string | null): Language => {
  const said = /^[a-z]{2,3}/.exec(declared?.toLowerCase() ?? '')?.[0];
  const read = guess(words);
  const language = read ?? said;
  return {
    lists: language === 'en' || language === 'de' ? language : undefined,
    name:
      language === undefined
        ? words.length === 0
          ? 'pictures only'
          : 'an unknown language'
        : (NAMES[language] ?? `the language “${language}”`),
    read,
    declared: said,
  };
};
