const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* .*Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const MAX = 40;

/** "Chrome 141, macOS"; undefined for an unknown browser. */
export const browserOf = (text: string): string | undefined => {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const version = pattern.exec(text)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0];
  return browser && [browser, system].filter(Boolean).join(', ');
};

/** One that is unknown is shortened at a word. */
export const shortAgent = (text: string): string => {
  const browser = browserOf(text);
  if (browser) return browser;
  return text.length <= MAX ? text : text.slice(0, MAX + 1).replace(/\s*\S*$/, '');
};
