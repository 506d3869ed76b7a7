import type { PublicDocument } from '../public-pages.ts';

type Sentences = Readonly<Record<string, string>>;

/** Link preview texts by the path of the page, except the front page's. */
const WORDS: Readonly<Record<Exclude<PublicDocument, 'public.html'>, readonly [title: string, description: string]>> = {
  'try.html': ['demo.title', 'demo.description'],
  'showcase.html': ['showcase.title', 'showcase.description'],
  'shared.html': ['shared.above', 'shared.description'],
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const set = (page: string, pattern: RegExp, text: string): string => {
  if (!pattern.test(page)) throw new Error(`The page has no match for ${pattern}.`);
  return page.replace(pattern, (_, before: string, after: string) => `${before}${escaped(text)}${after}`);
};

/** Writes the public page once per kind of URL, because link preview crawlers run no scripts. */
export const publicDocuments = (page: string, sentences: Sentences): [name: string, page: string][] =>
  Object.entries(WORDS).map(([name, [titleKey, descriptionKey]]) => {
    const [title = '', description = ''] = [sentences[titleKey], sentences[descriptionKey]];
    if (!title || !description) throw new Error(`${name} has no title or description.`);
    const words: [RegExp, string][] = [
      [/(<title>)[^<]*(<\/title>)/, `${title} · Sidenote`],
      [/(<meta name="description" content=")[^"]*(")/, description],
      [/(<meta property="og:title" content=")[^"]*(")/, title],
      [/(<meta property="og:description" content=")[^"]*(")/, description],
    ];
    return [name, words.reduce((made, [pattern, text]) => set(made, pattern, text), page)];
  });
