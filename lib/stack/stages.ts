import type { StageCaptcha } from './captcha.ts';
import type { StageModel } from './model.ts';
import type { StagePayments } from './payments.ts';

/** The differences between stages. Secrets are in Secrets Manager, under the names given here. */
export interface Stage {
  name: string;
  /** The region of table, bucket, queues and Lambdas. CloudFront, WAF and the edge function are in us-east-1. */
  region: string;
  /**
   * Whether the stacks, the table and the pool refuse to be deleted. Set it after the first deploy has succeeded: one that fails
   * can't be repeated while they are protected (docs/runbook.md).
   */
  isProtected?: true;
  /** The stage's one public address, without a slash at the end; never taken from a request's Host. */
  baseUrl: string;
  /** The public zone that holds the address and the mail domain. Absent: DNS records are set by hand (docs/runbook.md). */
  hostedZone?: { id: string; name: string };
  /** `from` is `Name <address>`, with an address of the domain. */
  mail: { domain: string; from: string };
  /**
   * Whether Cognito sends its codes through SES. Absent: by its own mailer, at most 50 a day. Set it once SES has verified the mail
   * domain and granted production access: before that, Cognito refuses the setting or delivers to no one.
   */
  signInMailBySes?: true;
  /** The first part of the hosted sign-in's address; unique in its region over all of AWS. */
  signInPrefix: string;
  /** The newest first: it signs, the others still verify. */
  serverKeys: readonly string[];
  /** The secrets that API and function URL accept (at most two), and the one that CloudFront sends. */
  originSecrets: { accepted: readonly string[]; sent: string };
  /** Receives every alarm and its end; the address must confirm one subscription per region. */
  alarmMail: string;
  /** The account's monthly budget; mails at half of it, at all of it, and when a forecast exceeds it. */
  monthlyDollars: number;
  /** Tokens of a Bedrock model in an hour, in and out, at which an alarm rings. */
  tokensAnHour: number;
  /** Bytes of screenshots, evidence and uploads at which an alarm rings. */
  evidenceBytes: number;
  logDays: 30 | 90;
  /** Requests from one address in five minutes; above, WAF answers 429. Ten callers at the API's own limit stay below. */
  requestsPerAddress: number;
  /**
   * How many pages are fetched at once. Absent: as many as asked for. An account keeps 100 executions unreserved, so that one
   * with AWS's first quota of 10 must leave this out.
   */
  fetchesAtOnce?: number;
  /**
   * How many MCP requests run at once, reserved for them: its function URL has no throttle. Absent: as many as the account allows.
   * The same condition as above.
   */
  mcpAtOnce?: number;
  /** Who answers for the personas. Absent: stated heuristics, which say that they are no AI. */
  model?: StageModel;
  /** The demo's captcha. Absent: none, for a stage whose model costs nothing. */
  captcha?: StageCaptcha;
  /** The address that gets access requests. Absent: no mail; admins read the list. */
  operatorsMail?: string;
  /** Whether agents may register themselves. Absent: they get a refusal that says so. */
  agentSignup?: 'open';
  /** How wallets are filled. Absent: by admins alone. */
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

/** Requests stay in the EU. Look up whether the model still lives before a deploy: Bedrock retires models (docs/runbook.md). */
const SONNET: StageModel = {
  provider: 'bedrock',
  id: 'eu.anthropic.claude-sonnet-4-6',
  regions: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
};

/** Cloudflare's public key for tests, which lets everybody pass. Put the stage's own here before its first deploy (docs/runbook.md). */
const TEST_SITE_KEY = '1x00000000000000000000AA';

/** Put the stage's own payment link here before its first deploy (docs/runbook.md). */
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

/** The stages to put together: the one that is named, else all. Throws for a name that is none. */
export const selectStages = (name: string | undefined): readonly Stage[] => {
  if (name === undefined) return stages;
  const found = stages.filter((stage) => stage.name === name);
  if (found.length === 0) {
    throw new Error(`There is no stage "${name}". Take one of: ${stages.map((stage) => stage.name).join(', ')}.`);
  }
  return found;
};
