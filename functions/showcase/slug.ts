const MAX_READABLE = 60;
const TAILS = [6, 12, 26];

/** Letters that Unicode does not take apart. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
};

/** A title's words as an address holds them; empty where it has none in Latin letters. */
const readable = (title: string): string => {
  const words = title
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþ]/g, (letter) => SPELLED[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (words.length <= MAX_READABLE) return words;
  const start = words.slice(0, MAX_READABLE + 1);
  return start.slice(0, Math.max(start.lastIndexOf('-'), MAX_READABLE / 2)).replace(/-+$/, '');
};

/**
 * Slugs for a review, the one to be tried first standing first. They follow from title and id, so that a review finds its own
 * again; the last holds the whole id, which no other review has.
 */
export const slugsFor = (title: string, review_id: string): string[] =>
  TAILS.map((length) => `${readable(title) || 'review'}-${review_id.slice(-length).toLowerCase()}`);

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Whether a text may be a slug at all. */
export const isSlug = (text: string): boolean => text.length <= 100 && SLUG.test(text);
