/** A font that comes in a package. */
export interface FontFile {
  /** In the PDF; each is written there once at most. */
  name: string;
  /** From node_modules. */
  path: string;
  /** Whose text it is the first choice for. */
  writes?: RegExp;
}

const google = (family: string, file: string, weight = '400Regular') =>
  `@expo-google-fonts/${family}/${weight}/${file}_${weight}.ttf`;

const script = (name: string, writes: RegExp): FontFile => {
  const family = `noto-sans-${name.toLowerCase()}`;
  return { name: `NotoSans${name}`, path: google(family, `NotoSans${name}`), writes };
};

const LATIN = google('noto-sans', 'NotoSans');

export const REGULAR: FontFile = { name: 'NotoSans', path: LATIN };
export const BOLD: FontFile = { name: 'NotoSans-Bold', path: google('noto-sans', 'NotoSans', '700Bold') };

/** Characters that are emoji by default. */
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f|^\p{Regional_Indicator}|^\p{Extended_Pictographic}.*\u200d/u;

/** In the order in which they are asked, after the text's own font. Scripts are shaped apart, so Devanagari has an entry. */
export const FALLBACKS: readonly FontFile[] = [
  { name: 'NotoEmoji', path: google('noto-emoji', 'NotoEmoji'), writes: EMOJI },
  { name: 'NotoSansDevanagari', path: LATIN, writes: /^\p{scx=Devanagari}/u },
  script('Arabic', /^\p{scx=Arabic}/u),
  script('Hebrew', /^\p{scx=Hebrew}/u),
  script('Thai', /^\p{scx=Thai}/u),
  script('Bengali', /^\p{scx=Bengali}/u),
  script('Gujarati', /^\p{scx=Gujarati}/u),
  script('Gurmukhi', /^\p{scx=Gurmukhi}/u),
  script('Kannada', /^\p{scx=Kannada}/u),
  script('Malayalam', /^\p{scx=Malayalam}/u),
  script('Tamil', /^\p{scx=Tamil}/u),
  script('Telugu', /^\p{scx=Telugu}/u),
  script('Sinhala', /^\p{scx=Sinhala}/u),
  script('Khmer', /^\p{scx=Khmer}/u),
  script('Lao', /^\p{scx=Lao}/u),
  script('Myanmar', /^\p{scx=Myanmar}/u),
  script('Ethiopic', /^\p{scx=Ethiopic}/u),
  script('Georgian', /^\p{scx=Georgian}/u),
  script('Armenian', /^\p{scx=Armenian}/u),
  { name: 'NanumGothic', path: google('nanum-gothic', 'NanumGothic'), writes: /^\p{Script=Hangul}/u },
  {
    name: 'NotoSansSC',
    path: google('noto-sans-sc', 'NotoSansSC'),
    writes: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/u,
  },
  { name: 'NotoSansSymbols', path: google('noto-sans-symbols', 'NotoSansSymbols') },
  { name: 'NotoSansSymbols2', path: google('noto-sans-symbols-2', 'NotoSansSymbols2') },
];
