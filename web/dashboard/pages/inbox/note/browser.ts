const BROWSERS: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
];
/** Phones first: their user agents also name what they derive from. */
const SYSTEMS: readonly [name: string, sign: RegExp][] = [
  ['iOS', /\((?:iPhone|iPod|iPad)/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

export const browserOf = (userAgent: string): string => {
  const [browser, sign] = BROWSERS.find(([, one]) => one.test(userAgent)) ?? [];
  if (!browser) return userAgent;
  const system = SYSTEMS.find(([, one]) => one.test(userAgent))?.[0];
  return [`${browser} ${sign?.exec(userAgent)?.[1] ?? ''}`, system].filter(Boolean).join(', ');
};
