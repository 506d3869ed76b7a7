import type { Box } from '../../browser/order.ts';
import type { Place } from '../fact.ts';

/** A paragraph, heading, list item or table row. */
export interface Passage {
  text: string;
  selector?: string;
  box?: Box;
  tag?: string;
  /** Primary subtag; empty if unknown. */
  language: string;
}

/** The words around a match, so that they can be found in the content. */
export const placeIn = ({ text, selector, box }: Passage, from: number, length: number, value?: string): Place => {
  const start = Math.max(text.lastIndexOf('\uFFFC', from) + 1, text.lastIndexOf('\t', from) + 1, from - 60);
  const end = text.slice(from + length, from + length + 60).search(/[\uFFFC\t]|$/);
  const cut = text.slice(start, from + length + end);
  const first = start > 0 && from - start === 60 ? cut.replace(/^\S*\s/, '') : cut;
  return { quote: first.trim(), selector, box, value };
};

/** One place for each match. */
export const placesOf = (passages: readonly Passage[], pattern: RegExp): Place[] =>
  passages.flatMap((passage) =>
    [...passage.text.matchAll(pattern)].map((match) =>
      placeIn(passage, match.index, match[0].length, match[0].trim().slice(0, 60)),
    ),
  );

const FREQUENT: Readonly<Record<string, string>> = {
  en: 'the and of to is for you that with your are this on it be or not we from have will can as by',
  de: 'der die und das ist nicht mit für sie ein eine den von zu im auf wir werden ich auch dem des sich oder',
  fr: 'le les et des est une pour vous dans que qui pas nous sur avec du au par votre sont',
  es: 'el los y las es una para que con por del su se más como pero usted nuestro son',
  ca: 'els les i és una per que amb del el al dels més com però també aquest aquesta són es seva nostre als pel',
  it: 'il e gli di che è una per con non del della sono più come nel anche si le',
  nl: 'het een en van de is voor met niet u wij zijn op aan dat deze ook naar bij of',
  pt: 'os e uma para que com não do da em por mais como você nosso são ao se as',
};

export const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)*/gu) ?? [];

/** By frequent words; undefined if they don't tell. In a language without a list, a few words look like another's. */
export const guessLanguage = (text: string, declared = ''): string | undefined => {
  const words = wordsIn(text).slice(0, 2000);
  if (words.length < 40) return undefined;
  const hits = Object.entries(FREQUENT)
    .map(([language, frequent]) => {
      const known = new Set(frequent.split(' '));
      const found = words.filter((word) => known.has(word));
      return { language, share: found.length / words.length, different: new Set(found).size };
    })
    .sort((a, b) => b.share - a.share);
  const [best, second] = hits;
  if (!best || !second || best.share < 0.08 || best.share < second.share * 1.5) return undefined;
  const isOther = declared !== '' && !(declared in FREQUENT);
  return isOther && (best.share < 0.15 || best.different < 6) ? undefined : best.language;
};

export const primary = (language: string | null | undefined): string =>
  /^[a-z]{2,3}(?=[-_]|$)/.exec((language ?? '').toLowerCase())?.[0] ?? '';
