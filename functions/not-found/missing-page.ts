import { discovery } from '../discovery/contract.ts';
import type { Request } from '../kit/request.ts';
import { type Answer, SAFE_HEADERS } from '../kit/respond.ts';

interface Words {
  title: string;
  text: string;
  home: string;
  tryIt: string;
  agents: string;
}

const WORDS: Readonly<Record<'en' | 'de', Words>> = {
  en: {
    title: 'There is nothing at this address',
    text: 'It may be mistyped, or what stood here was taken back.',
    home: 'To the front page',
    tryIt: 'Try a review',
    agents: 'For agents and scripts',
  },
  de: {
    title: 'Unter dieser Adresse ist nichts',
    text: 'Vielleicht ist sie falsch geschrieben, oder was hier stand, wurde zurückgenommen.',
    home: 'Zur Startseite',
    tryIt: 'Review ausprobieren',
    agents: 'Für Agenten und Skripte',
  },
};

const GUIDE = discovery.rows.getLlmsTxt.path;

const pageOf = (locale: 'en' | 'de', { title, text, home, tryIt, agents }: Words): string => `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Sidenote</title>
<h1>${title}</h1>
<p>${text}</p>
<ul>
<li><a href="/">${home}</a></li>
<li><a href="/try">${tryIt}</a></li>
<li><a href="${GUIDE}">${agents}: ${GUIDE}</a></li>
</ul>
</html>
`;

/** For somebody who mistyped an address into a browser; undefined for all who did not ask for a page. */
export const missingPage = ({ headers }: Request): Answer | undefined => {
  if (!headers.accept?.includes('text/html')) return undefined;
  const locale = /^de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';
  return {
    statusCode: 404,
    headers: { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8', vary: 'Accept, Accept-Language' },
    body: pageOf(locale, WORDS[locale]),
  };
};
