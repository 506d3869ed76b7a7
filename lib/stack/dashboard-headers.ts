/** The dashboard's runtime configuration: `/dashboard/config.json`, so that its page needs no inline script. */
export interface DashboardConfig {
  issuer: string;
  client_id: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
}

export interface DashboardOrigins {
  /** Origins of sign-in and tokens. */
  signIn: string;
  /** Origin of images and uploads. */
  bucket: string;
}

export interface PublicOrigins {
  /** Origin of reviews' pictures. */
  bucket: string;
  /** Whether the stage's demo asks for a captcha. */
  hasCaptcha: boolean;
}

const SELF = "'self'";
const NONE = "'none'";
const TURNSTILE = 'https://challenges.cloudflare.com';

/** The one style sheet that React Aria writes into a page, on iOS under a dialog (`usePreventScroll`): by its text, so that no other gets in. */
const OVERSCROLL = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

type Policy = Readonly<Record<string, readonly string[]>>;

/** Nothing inline, nothing evaluated, no frame around it. */
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

/** Images and requests go to ourselves, the bucket and the sign-in only. */
export const dashboardPolicy = ({ signIn, bucket }: DashboardOrigins): string =>
  inWords({
    ...STRICT,
    'img-src': [SELF, 'data:', bucket],
    'connect-src': [SELF, signIn, bucket],
    'form-action': [SELF, signIn],
  });

/** The pages without an account ask ourselves only. The captcha's own script and frame are let in where there is one. */
export const publicPolicy = ({ bucket, hasCaptcha }: PublicOrigins): string =>
  inWords({
    ...STRICT,
    'img-src': [SELF, 'data:', bucket],
    'connect-src': [SELF],
    'form-action': [SELF],
    ...(hasCaptcha && { 'script-src': [SELF, TURNSTILE], 'frame-src': [TURNSTILE] }),
  });

/** Those that no library has a name for. */
export const PAGE_ISOLATION: Readonly<Record<string, string>> = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** Of a page that no search engine may keep. */
export const UNLISTED: Readonly<Record<string, string>> = { 'x-robots-tag': 'noindex, nofollow' };

/** In addition to the policy, on every page and each of its files. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  ...PAGE_ISOLATION,
};
