import type { Fact } from '../fact.ts';
import { byPlaces, notMeasured } from './outcome.ts';
import { bySpots, type Seen } from './seen.ts';

const TO_TOP = /\b(?:top|up)\b|oben|haut|arriba|inicio|上へ|トップ/i;
const VAGUE = new Set(
  [
    'click here|click|here|read more|more|learn more|this link|this page|details|see more|find out more',
    'hier|hier klicken|klicken sie hier|mehr|mehr erfahren|weiterlesen|mehr lesen|details ansehen',
    'ici|cliquez ici|lire la suite|en savoir plus|aquí|haga clic aquí|más|leer más|ver más|saber más',
    'clicca qui|leggi di più|scopri di più|hier klikken|lees meer|aqui|clique aqui|saiba mais|leia mais',
    'こちら|詳細|詳しくはこちら|もっと見る|続きを読む|点击这里|更多|اقرأ المزيد|المزيد|هنا|اضغط هنا',
  ]
    .join('|')
    .split('|'),
);
export const isVague = (text: string): boolean =>
  VAGUE.has(
    text
      .toLowerCase()
      .replace(/[\s.…»>→:!]+$/u, '')
      .trim(),
  );
export const PRIVATE_HOST =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|.+\.(?:local|internal|localhost))$/;

export const isPrivate = (url: string, from: string): boolean => {
  if (/^file:/.test(url)) return true;
  if (!/^https?:/.test(url) || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return PRIVATE_HOST.test(hostname) && !(URL.canParse(from) && new URL(from).hostname === hostname);
};

/** For these answers a link leads nowhere; others may pass, or are for some visitors only. */
const isDead = (status: number | null) => status === 404 || status === 410;
export const LINKS_UNKNOWN = 'The links were not followed.';

export const linkFacts = ({ page, url, links }: Seen): Fact[] => {
  const known = new Map(links?.map((link) => [link.url, link.status]));
  const statusOf = (address: string) => known.get(address.replace(/#.*$/s, ''));
  const followed = page.links.filter((link) => typeof statusOf(link.url) === 'number');
  return [
    followed.length === 0 && page.links.length > 0
      ? notMeasured('link-dead', LINKS_UNKNOWN)
      : byPlaces(
          'link-dead',
          followed
            .filter((link) => isDead(statusOf(link.url) ?? null))
            .map(({ value: _, ...link }) => ({ ...link, quote: link.text, value: String(statusOf(link.url)) })),
          { measured: `${followed.length}/${page.links.length}` },
        ),
    byPlaces(
      'link-empty',
      page.links
        .filter(({ href, text }) => /^\s*(?:#?|javascript:.*)\s*$/is.test(href) && !(href === '#' && TO_TOP.test(text)))
        .map((link) => ({ ...link, value: link.href })),
    ),
    bySpots('link-target-missing', page.missing_targets),
    byPlaces(
      'link-words',
      page.links.filter(({ text }) => isVague(text)).map((link) => ({ ...link, quote: link.text })),
    ),
    byPlaces(
      'link-private',
      page.links
        .filter((link) => isPrivate(link.url, url) && !/^(?:https?:\/\/)?[\w.-]+:?\d*\/?\S*$/.test(link.text))
        .map((link) => ({ ...link, value: link.url })),
    ),
  ];
};
