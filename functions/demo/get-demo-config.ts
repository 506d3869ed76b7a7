import { openModel } from '../reviews/ask/model/open-model.ts';
import type { Operation } from './context.ts';
import { signupUrl } from './signup-url.ts';
import { DAILY_LIMIT } from './store.ts';

export const getDemoConfig: Operation<'getDemoConfig'> = async (ctx) => {
  const captcha = await ctx.captcha();
  return {
    captcha: captcha ? { provider: 'turnstile', site_key: captcha.site_key } : null,
    ai_live: openModel().live,
    daily_limit: DAILY_LIMIT,
    signup_url: signupUrl(),
  };
};
