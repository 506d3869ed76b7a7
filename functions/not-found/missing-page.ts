import { GUIDE } from '../discovery/guide.ts';
import type { Request } from '../kit/contract/request.ts';
import { type Answer, SAFE_HEADERS } from '../kit/http/respond.ts';
import { smallPage, smallPagePolicy } from '../kit/text/small-page.ts';

const WORDS = {
  en: {
    title: 'Page not found',
    text: 'Check the address. The page may have been moved or removed.',
    home: 'Go to the front page',
    pages: 'Sidenote',
    tryIt: 'Try a review',
    showcase: 'Showcase',
    docs: 'Docs',
    signIn: 'Sign in',
    agents: 'For agents and scripts',
  },
  de: {
    title: 'Seite nicht gefunden',
    text: 'Prüfen Sie die Adresse. Vielleicht wurde die Seite verschoben oder entfernt.',
    home: 'Zur Startseite',
    pages: 'Sidenote',
    tryIt: 'Review ausprobieren',
    showcase: 'Schaufenster',
    docs: 'Doku',
    signIn: 'Anmelden',
    agents: 'Für Agenten und Skripte',
  },
};

/** As the masthead and footer of web/dashboard/public/frame.tsx. */
const STYLE =
  'html{font-size:.9375rem}body{box-sizing:border-box;max-width:72rem;margin:0 auto;min-height:100dvh;display:grid;grid-template-rows:auto 1fr auto}' +
  'header,nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center}header{padding:1rem 0}nav{margin-left:auto}' +
  '.brand{font-size:1.3125rem;min-height:2.75rem}nav a{font-weight:550;text-decoration:none}' +
  'nav a,footer a{color:var(--soft);display:inline-flex;align-items:center;min-height:2.75rem}' +
  '.enter{padding:.35rem .75rem;border:1px solid light-dark(#e4dfd5,#35312b);border-radius:.5rem;background:light-dark(#fff,#1d1c18);color:var(--ink);font-size:.875rem;font-weight:550;text-decoration:none}' +
  'main{padding-top:8vh}footer{border-top:1px solid light-dark(#e4dfd5,#35312b);padding:1rem 0}' +
  '@media(max-width:48rem){html{font-size:1rem}}@media(max-width:44rem){nav{order:1;width:100%;margin:0}.enter{margin-left:auto}}';

const pageOf = (locale: 'en' | 'de'): string => {
  const { title, text, home, pages, tryIt, showcase, docs, signIn, agents } = WORDS[locale];
  const ways = [
    ['/try', tryIt],
    ['/showcase', showcase],
    ['/docs', docs],
  ];
  const nav = `<nav aria-label="${pages}">${ways.map(([path, name]) => `<a href="${path}">${name}</a>`).join('')}</nav><a class="enter" href="/dashboard">${signIn}</a>`;
  const footer = `<footer><a href="${GUIDE}">${agents}: ${GUIDE}</a></footer>`;
  return smallPage(locale, title, `<p>${text}</p><p><a href="/">${home}</a></p>`, { style: STYLE, nav, footer });
};

const POLICY = smallPagePolicy(STYLE);

export const missingPage = ({ headers }: Request): Answer | undefined => {
  if (!headers.accept?.includes('text/html')) return undefined;
  const locale = /^de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';
  return {
    statusCode: 404,
    headers: {
      ...SAFE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      vary: 'Accept, Accept-Language',
    },
    body: pageOf(locale),
  };
};
