/** The dashboard's runtime configuration: `/dashboard/config.json`, which avoids an inline script. */
export interface DashboardConfig {
  issuer: string;
  client_id: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
}

export interface DashboardOrigins {
  /** Origins of the hosted sign-in and its token endpoint. */
  signIn: string;
  /** The origin of images and uploads. */
  bucket: string;
}

export interface PublicOrigins {
  /** The origin of reviews' images. */
  bucket: string;
  /** Whether the stage's demo asks for a captcha. */
  hasCaptcha: boolean;
}

const SELF = "'self'";
const NONE = "'none'";
const TURNSTILE = 'https://challenges.cloudflare.com';

/**
 * The only style sheet that React Aria writes into a page, on iOS under a dialog (`usePreventScroll`). It is allowed by
 * its hash.
 */
const OVERSCROLL = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

type Policy = Readonly<Record<string, readonly string[]>>;

/** No inline code, no eval, no framing. */
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

/** Images and requests are limited to our origin, the bucket and the sign-in. */
export const dashboardPolicy = ({ signIn, bucket }: DashboardOrigins): string =>
  inWords({
    ...STRICT,
    'img-src': [SELF, 'data:', bucket],
    'connect-src': [SELF, signIn, bucket],
    'form-action': [SELF, signIn],
  });

/** Public pages may only call our origin. The captcha's script and frame are allowed if the stage has one. */
export const publicPolicy = ({ bucket, hasCaptcha }: PublicOrigins): string =>
  inWords({
    ...STRICT,
    'img-src': [SELF, 'data:', bucket],
    'connect-src': [SELF],
    'form-action': [SELF],
    ...(hasCaptcha && { 'script-src': [SELF, TURNSTILE], 'frame-src': [TURNSTILE] }),
  });

/** Headers that CDK has no property for. */
export const PAGE_ISOLATION: Readonly<Record<string, string>> = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** For pages that search engines must not index. */
export const UNLISTED: Readonly<Record<string, string>> = { 'x-robots-tag': 'noindex, nofollow' };

/** Sent with the policy for every page and all its files. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  ...PAGE_ISOLATION,
};
