import type { ModelSettings } from '../../functions/reviews/ask/model/settings.ts';
import type { SignInProvider } from './sign-in-providers.ts';

/** `keySecret` names a secret of Secrets Manager in the stage's region, made by hand (docs/runbook.md). */
type StageModel = (
  | {
      provider: 'bedrock';
      /** An inference profile (`eu.…`, `us.…`, `global.…`), or a model if `regions` contains only the stage's own. */
      id: string;
      regions: readonly string[];
    }
  | {
      provider: 'openai';
      model: string;
      baseUrl: string;
      keySecret: string;
    }
) & {
  /** Overrides of the defaults (docs/reviews.md). */
  settings?: Partial<ModelSettings>;
};

/** Secrets are in Secrets Manager under the names given here. */
export interface Stage {
  name: string;
  /** Of tables, bucket, queues and Lambdas. CloudFront, WAF and the edge function are in us-east-1. */
  region: string;
  /** Set it after the first deploy: a failed one can't be repeated with protected stacks (docs/runbook.md). */
  isProtected?: true;
  /** Without a trailing slash; never taken from a request's Host. */
  baseUrl: string;
  /** Absent: DNS records are set by hand (docs/runbook.md). */
  hostedZone?: { id: string; name: string };
  /** `from` is `Name <address>`, with an address of the domain. */
  mail: {
    domain: string;
    from: string;
    /**
     * People answer mails to this subdomain of `domain`. `ruleSet` is the region's active receipt rule set, made by hand
     * (docs/runbook.md). Absent: they answer on the thread's page only.
     */
    replies?: { domain: string; ruleSet: string };
  };
  /** Set it once SES has verified the mail domain and granted production access. Absent: Cognito's mailer, 50 a day. */
  signInMailBySes?: true;
  signInPrefix: string;
  /**
   * Google, SAML and OIDC next to passwords (docs/runbook.md). Absent: passwords only. Take the last one away by an empty
   * list, because Cognito can't remove the attribute that it adds to the pool.
   */
  signInProviders?: readonly SignInProvider[];
  /** Newest first: it signs, the others still verify. */
  serverKeys: readonly string[];
  /** At most two are accepted. */
  originSecrets: { accepted: readonly string[]; sent: string };
  /** The address must confirm one subscription per region. */
  alarmMail: string;
  monthlyDollars: number;
  tokensAnHour: number;
  /** Of screenshots, evidence and uploads; more triggers an alarm. */
  evidenceBytes: number;
  logDays: 30 | 90;
  /** In five minutes; above it WAF answers 429. Ten callers at the API's own limit stay below. */
  requestsPerAddress: number;
  /**
   * At least what the queue workers fetch at once, and 10 for requests (test/stack/queues.ts): above it others are
   * refused. Absent: unlimited, for an account with the quota of 10: AWS requires 100 unreserved executions.
   */
  fetchesAtOnce?: number;
  /** Two for each review of a page and one for each verification. Absent: as for `fetchesAtOnce`. */
  rendersAtOnce?: number;
  /** Reserved because the function URL has no throttle. The quota condition above applies. */
  mcpAtOnce?: number;
  /** Requests that wait for changes; at most five per workspace. The quota condition above applies. */
  waitsAtOnce?: number;
  /** Absent: rule-based checks, labeled as such. */
  model?: StageModel;
  /** Cloudflare Turnstile. Absent: for a stage whose model costs nothing. */
  captcha?: { siteKey: string; secretKey: string };
  /** The loader ID of the site whose widget is on the front page and the demo page. Absent: they have none. */
  loaderId?: string;
  operatorsMail?: string;
  agentSignup?: 'open';
  /** Stripe. `topUpUrl` accepts `client_reference_id` (absent: the dashboard's own). Absent: only admins add credit. */
  payments?: { webhookSecret: string; topUpUrl?: string };
  transcribes: boolean;
}

const common = {
  region: 'eu-central-1',
  serverKeys: ['k1'],
  originSecrets: { accepted: ['o1'], sent: 'o1' },
  alarmMail: 'alarms@sidenote.example',
  requestsPerAddress: 30_000,
  monthlyDollars: 200,
  tokensAnHour: 5_000_000,
  evidenceBytes: 200e9,
} as const;

/**
 * Requests stay in the EU. Check before a deploy that Bedrock hasn't retired the model (docs/runbook.md), and its prices:
 * these are list prices of 2026-11-23, a tenth above those of requests that may leave the region.
 */
const SONNET: StageModel = {
  provider: 'bedrock',
  id: 'eu.anthropic.claude-sonnet-4-6',
  regions: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
  settings: { priceIn: 3.3, priceOut: 16.5 },
};

/** Accepts everyone. Replace it with the stage's own before its first deploy (docs/runbook.md). */
const TEST_SITE_KEY = '1x00000000000000000000AA';

/** Replace it with the stage's own payment link before its first deploy (docs/runbook.md). */
const PAYMENT_LINK = 'https://buy.stripe.com/test_sidenote';

const production: Stage = {
  ...common,
  name: 'production',
  baseUrl: 'https://sidenote.example',
  mail: {
    domain: 'sidenote.example',
    from: 'Sidenote <notes@sidenote.example>',
    replies: { domain: 'reply.sidenote.example', ruleSet: 'sidenote' },
  },
  signInPrefix: 'sidenote-sign-in',
  operatorsMail: 'operators@sidenote.example',
  logDays: 90,
  fetchesAtOnce: 120,
  rendersAtOnce: 20,
  mcpAtOnce: 100,
  waitsAtOnce: 100,
  model: SONNET,
  captcha: { siteKey: TEST_SITE_KEY, secretKey: 'sidenote/production/turnstile/k1' },
  payments: { webhookSecret: 'sidenote/production/stripe/k1', topUpUrl: PAYMENT_LINK },
  transcribes: true,
};

const staging: Stage = {
  ...common,
  name: 'staging',
  baseUrl: 'https://staging.sidenote.example',
  mail: { domain: 'staging.sidenote.example', from: 'Sidenote staging <notes@staging.sidenote.example>' },
  signInPrefix: 'sidenote-staging-sign-in',
  logDays: 30,
  model: SONNET,
  captcha: { siteKey: TEST_SITE_KEY, secretKey: 'sidenote/staging/turnstile/k1' },
  payments: { webhookSecret: 'sidenote/staging/stripe/k1', topUpUrl: PAYMENT_LINK },
  transcribes: true,
};

const development: Stage = {
  ...common,
  name: 'development',
  baseUrl: 'https://development.sidenote.example',
  mail: { domain: 'development.sidenote.example', from: 'Sidenote development <notes@development.sidenote.example>' },
  signInPrefix: 'sidenote-development-sign-in',
  logDays: 30,
  transcribes: false,
};

export const stages: readonly Stage[] = [production, staging, development];

/** `npm run deploy` names an empty one unless it is given another: a forgotten option would deploy production, too. */
export const selectStages = (name: string | undefined): readonly Stage[] => {
  if (name === undefined) return stages;
  const found = stages.filter((stage) => stage.name === name);
  if (found.length > 0) return found;
  const fault = name === '' ? 'No stage is named' : `There is no stage "${name}"`;
  throw new Error(`${fault}. Add -c stage= and one of: ${stages.map((stage) => stage.name).join(', ')}.`);
};
