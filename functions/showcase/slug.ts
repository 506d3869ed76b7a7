const MAX_READABLE = 60;
const TAILS = [6, 12, 26];

/** Unicode does not decompose them. */
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

/** Best first. They follow from title and id, so that a review finds its own again; the last has the whole id. */
export const slugsFor = (title: string, review_id: string): string[] =>
  TAILS.map((length) => `${readable(title) || 'review'}-${review_id.slice(-length).toLowerCase()}`);

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const isSlug = (text: string): boolean => text.length <= 100 && SLUG.test(text);
