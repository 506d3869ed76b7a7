import type { RawAnswer } from '../kit/contract/contract.ts';
import { SMALL_PAGE_POLICY, smallPage } from '../kit/text/small-page.ts';
import type { Language } from './layout.ts';

/** The first language that the browser asks for. */
export const localeOf = (headers: Readonly<Record<string, string>>): Language =>
  /^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';

export const page = (title: string, body: string, locale: Language = 'en', status = 200): RawAnswer => ({
  status,
  headers: { 'content-security-policy': SMALL_PAGE_POLICY },
  text: smallPage(locale, title, body),
});
