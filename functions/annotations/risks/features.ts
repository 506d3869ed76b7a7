import { classesOf } from './lexicon.ts';

const MAX_JUDGED = 10_000;
const WORD = /[\p{L}\p{N}_’']+|[^\p{L}\p{N}_\s]/gu;
const SENTENCE_END = /[.!?;]+(?:\s|$)|\n+|\s[–—-]\s/u;
const QUOTATION = /"[^"\n]{2,200}"|“[^”\n]{2,200}”|„[^“”"\n]{2,200}[“”"]|«[^»\n]{2,200}»|`[^`\n]{1,200}`/gu;
const WRITTEN_APART = /(?<!\S)(?:\p{L} ){2,}\p{L}(?!\p{L})/gu;
/** Words further apart than these seldom belong together. */
const FAR = 8;
const NEAR = 3;

const MARKS = {
  fence: /```/,
  tag: /<\/?(?:note|notiz|nota|system|assistant|user|instruc|inst|tool|admin)|<\||\|>/,
  bracket: /\[\/?[a-z_ ]{3,}\]/,
  comment: /<!--/,
  url: /https?:\/\//,
  script: /<script|<iframe/,
  role: /^\W*(?:system|sistema|assistant|assistent|asistente|user|usuario|nutzer|developer|ki|ia|ai|bot|agent\w*|claude)\W{0,3}:/,
  file: /\.(?:env|php|ya?ml|json|pem|conf|ini|sql|key)\b/,
  variable: /\$[({a-z]/,
  encoded: /[a-z0-9+/]{20,}={0,2}/,
};

/**
 * Attackers write around words: with characters no one sees, in other widths, l e t t e r  by  l e t t e r. Accents go,
 * since many leave them out.
 */
export const plain = (text: string): string =>
  text
    .slice(0, MAX_JUDGED)
    .normalize('NFKD')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, '')
    .replace(/[^\S\n]{3,}/g, '  ')
    .replace(WRITTEN_APART, (letters) => letters.replaceAll(' ', ''))
    .toLowerCase();

type Features = Map<string, number>;

const ofLetters = (features: Features, words: readonly string[]) => {
  for (const [at, word] of words.entries()) {
    const padded = ` ${word} `;
    for (let size = 3; size <= 5; size += 1)
      for (let from = 0; from + size <= padded.length; from += 1)
        features.set(`g${padded.slice(from, from + size)}`, 1);
    if (at > 0) features.set(`b${words[at - 1]} ${word}`, 1);
  }
};

const ofClasses = (features: Features, words: readonly string[]) => {
  const named = words.map(classesOf);
  const seen = named.flatMap((names, at) => names.map((name) => ({ name, at })));
  for (const [index, { name, at }] of seen.entries()) {
    features.set(`c${name}`, 1.5);
    for (const other of seen.slice(index + 1)) {
      const distance = other.at - at;
      if (distance > FAR) break;
      if (distance > 0) features.set(`p${name}>${other.name}`, 1.5);
      if (distance > 0 && distance <= NEAR) features.set(`n${name}>${other.name}`, 1.5);
    }
  }
  for (const name of named[0] ?? []) features.set(`f${name}`, 1.5);
  if (words[0]) features.set(`f=${words[0]}`, 1);
  for (const [at, names] of named.entries()) {
    if (!names.includes('machine')) continue;
    if (at <= 2) features.set(`v${at}`, 2);
    if (/^[,:!]$/.test(words[at + 1] ?? '')) features.set(`v${words[at + 1]}`, 2);
    if (/^[,(]$/.test(words[at - 1] ?? '')) features.set('v<', 2);
  }
};

/** A text is judged by letters and words in a row, classes of words in a sentence, and marks. */
export const featuresOf = (text: string): Features => {
  const whole = plain(text);
  const features: Features = new Map();
  for (const sentence of whole.split(SENTENCE_END)) {
    if (!sentence.trim()) continue;
    // People who report a fault quote, and a quotation doesn't say what its writer wants.
    const own = sentence.replace(QUOTATION, ' qq ');
    if (own !== sentence) features.set('quoted', 1);
    const words = own.match(WORD) ?? [];
    ofLetters(features, words);
    ofClasses(features, words);
    for (const [name, pattern] of Object.entries(MARKS)) if (pattern.test(sentence)) features.set(`m${name}`, 2);
  }
  return features;
};

export const BUCKETS = 2 ** 15;

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
};

/** Of length 1. Features share buckets, each with a sign, so that collisions cancel out (Weinberger et al., 2009). */
export const vectorOf = (text: string): Map<number, number> => {
  const vector = new Map<number, number>();
  for (const [name, value] of featuresOf(text)) {
    const code = hash(name);
    const bucket = (code >>> 1) % BUCKETS;
    vector.set(bucket, (vector.get(bucket) ?? 0) + (code & 1 ? value : -value));
  }
  const length = Math.hypot(...vector.values()) || 1;
  for (const [bucket, value] of vector) vector.set(bucket, value / length);
  return vector;
};
