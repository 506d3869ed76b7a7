/** The dashboard's runtime configuration: `/dashboard/config.json`, so that no script stands in its page. */
export interface DashboardConfig {
  issuer: string;
  client_id: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
}

export interface DashboardOrigins {
  /** Where people sign in and tokens come from. */
  signIn: string;
  /** Where images lie and uploads go. */
  bucket: string;
}

/** Nothing inline, nothing evaluated, no frame; images and requests go to ourselves, the bucket and the sign-in only. */
export const dashboardPolicy = ({ signIn, bucket }: DashboardOrigins): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${bucket}`,
    `connect-src 'self' ${signIn} ${bucket}`,
    `form-action 'self' ${signIn}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** Those that no library has a name for. */
export const DASHBOARD_ISOLATION: Readonly<Record<string, string>> = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** Beside the policy, on every file of it. */
export const DASHBOARD_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  ...DASHBOARD_ISOLATION,
};
