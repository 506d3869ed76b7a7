import { discovery } from '../discovery/contract.ts';
import type { Request } from '../kit/contract/request.ts';
import { type Answer, SAFE_HEADERS } from '../kit/http/respond.ts';
import { SMALL_PAGE_POLICY, smallPage } from '../kit/text/small-page.ts';

interface Words {
  title: string;
  text: string;
  home: string;
  tryIt: string;
  agents: string;
}

const WORDS: Readonly<Record<'en' | 'de', Words>> = {
  en: {
    title: 'Page not found',
    text: 'Check the address. The page may have been moved or removed.',
    home: 'Go to the front page',
    tryIt: 'Try a review',
    agents: 'For agents and scripts',
  },
  de: {
    title: 'Seite nicht gefunden',
    text: 'Prüfen Sie die Adresse. Vielleicht wurde die Seite verschoben oder entfernt.',
    home: 'Zur Startseite',
    tryIt: 'Review ausprobieren',
    agents: 'Für Agenten und Skripte',
  },
};

const GUIDE = discovery.rows.getLlmsTxt.path;

const bodyOf = ({ text, home, tryIt, agents }: Words): string =>
  `<p>${text}</p><ul class="ways"><li><a href="/">${home}</a></li><li><a href="/try">${tryIt}</a></li>` +
  `<li><a href="${GUIDE}">${agents}: ${GUIDE}</a></li></ul>`;

export const missingPage = ({ headers }: Request): Answer | undefined => {
  if (!headers.accept?.includes('text/html')) return undefined;
  const locale = /^de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';
  const words = WORDS[locale];
  return {
    statusCode: 404,
    headers: {
      ...SAFE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': SMALL_PAGE_POLICY,
      vary: 'Accept, Accept-Language',
    },
    body: smallPage(locale, words.title, bodyOf(words)),
  };
};
