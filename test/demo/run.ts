import { type Answer, type CallOptions, call } from '../driver.ts';

/** Asks for a demo, by a fresh address unless told otherwise. */
export const runDemo = (
  url: string,
  { persona_slug = 'designer', captcha_token, ...options }: CallOptions & Record<string, unknown> = {},
): Promise<Answer> =>
  call('POST', '/api/demo/run', {
    body: { url, persona_slug, ...(captcha_token !== undefined && { captcha_token }) },
    ...options,
  });
