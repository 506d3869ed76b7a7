import type { RawAnswer } from '../kit/contract/contract.ts';
import { SMALL_PAGE_POLICY, smallPage } from '../kit/text/small-page.ts';

export const page = (title: string, body: string, locale: 'en' | 'de' = 'en'): RawAnswer => ({
  headers: { 'content-security-policy': SMALL_PAGE_POLICY },
  text: smallPage(locale, title, body),
});
