const SELF = "'self'";
const NONE = "'none'";
const TURNSTILE = 'https://challenges.cloudflare.com';

/** React Aria writes it into a page on iOS under a dialog (`usePreventScroll`). */
const OVERSCROLL = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

type Policy = Readonly<Record<string, readonly string[]>>;

const STRICT: Policy = {
  'default-src': [NONE],
  'script-src': [SELF],
  'style-src': [SELF, OVERSCROLL],
  'font-src': [SELF],
  'manifest-src': [SELF],
  'frame-ancestors': [NONE],
  'base-uri': [NONE],
};

const inWords = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

interface Allowed {
  bucket: string;
  /** The policy's sources for the page's inline scripts. */
  scripts: readonly string[];
}

export const dashboardPolicy = ({ signIn, bucket, scripts }: Allowed & { signIn: string }): string =>
  inWords({
    ...STRICT,
    'script-src': [SELF, ...scripts],
    'img-src': [SELF, 'data:', bucket],
    'connect-src': [SELF, signIn, bucket],
    'form-action': [SELF, signIn],
  });

export const publicPolicy = ({ bucket, scripts, hasCaptcha }: Allowed & { hasCaptcha: boolean }): string =>
  inWords({
    ...STRICT,
    'script-src': [SELF, ...scripts, ...(hasCaptcha ? [TURNSTILE] : [])],
    'img-src': [SELF, 'data:', bucket],
    // The widget on the front page and the demo page uploads pictures.
    'connect-src': [SELF, bucket],
    'form-action': [SELF],
    ...(hasCaptcha && { 'frame-src': [TURNSTILE] }),
  });

/** CDK has no property for these. */
export const PAGE_ISOLATION: Readonly<Record<string, string>> = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

export const UNLISTED: Readonly<Record<string, string>> = { 'x-robots-tag': 'noindex, nofollow' };

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  ...PAGE_ISOLATION,
};
