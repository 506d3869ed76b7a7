import { SecretValue } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** Cloudflare Turnstile for the demo's visitors. */
export interface StageCaptcha {
  /** Public: the page renders the captcha with it. */
  siteKey: string;
  /** A secret of Secrets Manager in the stage's region, whose whole value is the secret key. Made by hand (docs/runbook.md). */
  secretKey: string;
}

/**
 * Settings of the code that verifies captchas. CloudFormation resolves the key while it deploys; it is in no template.
 */
export const captchaSettings = ({ captcha }: Stage): Record<string, string> =>
  captcha
    ? {
        TURNSTILE_SITE_KEY: captcha.siteKey,
        TURNSTILE_SECRET: SecretValue.secretsManager(captcha.secretKey).unsafeUnwrap(),
      }
    : {};
