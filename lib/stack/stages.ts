import type { StageCaptcha } from './captcha.ts';
import type { StageModel } from './model.ts';
import type { StagePayments } from './payments.ts';

/**
 * Settings that differ between stages. Nothing here is secret; secrets are in Secrets Manager under the names given
 * here.
 */
export interface Stage {
  name: string;
  /** The region of tables, bucket, queues and Lambdas. CloudFront, WAF and the edge function are in us-east-1. */
  region: string;
  /**
   * Enables deletion protection of the stacks, the table and the user pool. Set it after the first successful deploy: a
   * failed one can't be repeated while they are protected (docs/runbook.md).
   */
  isProtected?: true;
  /** The stage's public URL without a trailing slash; never taken from a request's Host. */
  baseUrl: string;
  /** The public zone of the URL and the mail domain. Absent: DNS records are set by hand (docs/runbook.md). */
  hostedZone?: { id: string; name: string };
  /** `from` is `Name <address>`, with an address of the domain. */
  mail: { domain: string; from: string };
  /**
   * Whether Cognito sends its codes through SES. Absent: through its own mailer, at most 50 a day. Set it once SES has
   * verified the mail domain and granted production access: before that, Cognito rejects the setting or delivers to no
   * one.
   */
  signInMailBySes?: true;
  /** The domain prefix of the hosted sign-in; unique in its region across all AWS accounts. */
  signInPrefix: string;
  /** Newest first: it signs, the others still verify. */
  serverKeys: readonly string[];
  /** Secrets that API and function URL accept (at most two), and the one that CloudFront sends. */
  originSecrets: { accepted: readonly string[]; sent: string };
  /** Receives every alarm and its recovery; the address must confirm one subscription per region. */
  alarmMail: string;
  /** The account's monthly budget; emails are sent at half of it, at all of it, and if a forecast exceeds it. */
  monthlyDollars: number;
  /** Tokens per hour of a Bedrock model, input and output, that trigger an alarm. */
  tokensAnHour: number;
  /** Bytes of screenshots, evidence and uploads that trigger an alarm. */
  evidenceBytes: number;
  logDays: 30 | 90;
  /**
   * Requests per address in five minutes, above which WAF answers 429. Ten callers at the API's own limit stay below.
   */
  requestsPerAddress: number;
  /**
   * Concurrent page fetches. Absent: unlimited. AWS requires 100 unreserved executions per account, so leave this out
   * if the account still has the initial quota of 10.
   */
  fetchesAtOnce?: number;
  /**
   * Concurrent MCP requests, reserved because the function URL has no throttle. Absent: the account's limit. The quota
   * condition above applies.
   */
  mcpAtOnce?: number;
  /** The model that judges for personas. Absent: rule-based checks, labeled as such. */
  model?: StageModel;
  /** The demo's captcha. Absent: none, for a stage whose model costs nothing. */
  captcha?: StageCaptcha;
  /** Recipients of access requests. Absent: no email; admins read the list. */
  operatorsMail?: string;
  /** Whether agents may register themselves. Absent: they get an error. */
  agentSignup?: 'open';
  /** Payments into wallets. Absent: only admins add credit. */
  payments?: StagePayments;
  /** Whether recordings are transcribed; otherwise a review of one needs a transcript. */
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
 * Requests stay in the EU. Check that the model is still available before a deploy: Bedrock retires models
 * (docs/runbook.md).
 */
const SONNET: StageModel = {
  provider: 'bedrock',
  id: 'eu.anthropic.claude-sonnet-4-6',
  regions: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
};

/**
 * Cloudflare's public test key, which accepts everyone. Replace it with the stage's own before its first deploy
 * (docs/runbook.md).
 */
const TEST_SITE_KEY = '1x00000000000000000000AA';

/** Replace it with the stage's own payment link before its first deploy (docs/runbook.md). */
const PAYMENT_LINK = 'https://buy.stripe.com/test_sidenote';

const production: Stage = {
  ...common,
  name: 'production',
  baseUrl: 'https://sidenote.example',
  mail: { domain: 'sidenote.example', from: 'Sidenote <notes@sidenote.example>' },
  signInPrefix: 'sidenote-sign-in',
  operatorsMail: 'operators@sidenote.example',
  logDays: 90,
  fetchesAtOnce: 20,
  mcpAtOnce: 100,
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

/** The named stage, or all. Throws if there is no such stage. */
export const selectStages = (name: string | undefined): readonly Stage[] => {
  if (name === undefined) return stages;
  const found = stages.filter((stage) => stage.name === name);
  if (found.length === 0) {
    throw new Error(`There is no stage "${name}". Choose one of: ${stages.map((stage) => stage.name).join(', ')}.`);
  }
  return found;
};
