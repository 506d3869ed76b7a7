import type { RawAnswer } from '../kit/contract/contract.ts';
import { Refusal } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { SMALL_PAGE_POLICY, smallPage } from '../kit/text/small-page.ts';
import type { Language } from './layout.ts';

type Headers = Readonly<Record<string, string>>;

/** The first language that the browser asks for. */
export const localeOf = (headers: Headers): Language =>
  /^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';

export const isBrowser = (headers: Headers): boolean => (headers.accept ?? '').includes('text/html');

export const page = (title: string, body: string, locale: Language = 'en', status = 200): RawAnswer => ({
  status,
  headers: { 'content-security-policy': SMALL_PAGE_POLICY, 'content-type': 'text/html; charset=utf-8' },
  text: smallPage(locale, title, body),
});

/** A browser gets a page, with the status that any client gets. */
export const inWords = async (
  { request: { headers } }: Pick<Call, 'request'>,
  wordsOf: (refusal: Refusal, locale: Language) => readonly [title: string, text: string] | undefined,
  work: () => Promise<RawAnswer>,
): Promise<RawAnswer> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !isBrowser(headers)) throw error;
    const locale = localeOf(headers);
    const words = wordsOf(error, locale);
    if (!words) throw error;
    const [title, text] = words;
    return page(title, `<p>${text}</p>`, locale, error.status);
  }
};
