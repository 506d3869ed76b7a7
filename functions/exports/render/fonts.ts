import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface FontFile {
  name: string;
  path: string;
  writes?: RegExp;
}

const google = (family: string, file: string, weight = '400Regular') =>
  `@expo-google-fonts/${family}/${weight}/${file}_${weight}.ttf`;

const SCRIPTS =
  'Arabic Hebrew Thai Bengali Gujarati Gurmukhi Kannada Malayalam Tamil Telugu Sinhala Khmer Lao Myanmar Ethiopic Georgian Armenian';

const script = (name: string): FontFile => ({
  name: `NotoSans${name}`,
  path: google(`noto-sans-${name.toLowerCase()}`, `NotoSans${name}`),
  writes: new RegExp(`^\\p{scx=${name}}`, 'u'),
});

const LATIN = google('noto-sans', 'NotoSans');

export const REGULAR: FontFile = { name: 'NotoSans', path: LATIN };
export const BOLD: FontFile = { name: 'NotoSans-Bold', path: google('noto-sans', 'NotoSans', '700Bold') };

const EMOJI = /^\p{Emoji_Presentation}|\ufe0f|^\p{Regional_Indicator}|^\p{Extended_Pictographic}.*\u200d/u;

/** In the order in which they are asked. Scripts are shaped separately, so Devanagari has an entry. */
export const FALLBACKS: readonly FontFile[] = [
  { name: 'NotoEmoji', path: google('noto-emoji', 'NotoEmoji'), writes: EMOJI },
  { name: 'NotoSansDevanagari', path: LATIN, writes: /^\p{scx=Devanagari}/u },
  ...SCRIPTS.split(' ').map(script),
  { name: 'NanumGothic', path: google('nanum-gothic', 'NanumGothic'), writes: /^\p{Script=Hangul}/u },
  {
    name: 'ChocolateClassicalSans',
    path: google('chocolate-classical-sans', 'ChocolateClassicalSans'),
    writes: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/u,
  },
  { name: 'NotoSansSymbols', path: google('noto-sans-symbols', 'NotoSansSymbols') },
  { name: 'NotoSansSymbols2', path: google('noto-sans-symbols-2', 'NotoSansSymbols2') },
];

const PACKAGES = 'node_modules';
const ROOT = join(import.meta.dirname, '../../..');

export const WASM = {
  shaper: 'harfbuzzjs/dist/harfbuzz.wasm',
  subsetter: 'harfbuzzjs/dist/harfbuzz-subset.wasm',
  webp: '@jsquash/webp/codec/dec/webp_dec.wasm',
} as const;

export const shippedFiles: readonly string[] = [
  ...new Set([REGULAR, BOLD, ...FALLBACKS].map(({ path }) => path)),
  ...Object.values(WASM),
].map((path) => `${PACKAGES}/${path}`);

export const readShipped = (path: string): Buffer<ArrayBuffer> => {
  const shipped = join(import.meta.dirname, basename(path));
  return readFileSync(existsSync(shipped) ? shipped : join(ROOT, PACKAGES, path));
};
