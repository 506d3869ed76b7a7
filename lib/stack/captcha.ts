import { SecretValue } from 'aws-cdk-lib';
import type { Stage } from './stages.ts';

/** Cloudflare Turnstile, which the demo asks of its visitors. */
export interface StageCaptcha {
  /** Public: the page renders the captcha with it. */
  siteKey: string;
  /** A secret of Secrets Manager in the stage's region, whose whole value is the secret key. Made by hand (docs/runbook.md). */
  secretKey: string;
}

/** What the code that checks the captcha is told. CloudFormation resolves the key while it deploys; it stands in no template. */
export const captchaSettings = ({ captcha }: Stage): Record<string, string> =>
  captcha
    ? {
        TURNSTILE_SITE_KEY: captcha.siteKey,
        TURNSTILE_SECRET: SecretValue.secretsManager(captcha.secretKey).unsafeUnwrap(),
      }
    : {};
