import { said } from '../../codes/said.ts';
import type { Fact, Place } from '../fact.ts';
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
  ].flatMap((texts) => texts.split('|')),
);
const isVague = (text: string) =>
  VAGUE.has(
    text
      .trim()
      .toLowerCase()
      .replace(/[\s.…»>→:!]+$/u, ''),
  );
export const PRIVATE_HOST =
  /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|.+\.(?:local|internal|localhost))$/;

/** A page on a private host may link to its own server. */
export const isPrivate = (url: string, from: string): boolean => {
  if (/^file:/.test(url)) return true;
  if (!/^https?:/.test(url) || !URL.canParse(url)) return false;
  const { hostname, host } = new URL(url);
  return PRIVATE_HOST.test(hostname) && !(URL.canParse(from) && new URL(from).host === host);
};

/** For these answers a link leads nowhere; others may pass, or are for some visitors only. */
const isDead = (status: number | null) => status === 404 || status === 410;
export const LINKS_UNKNOWN = said('links_not_followed');

interface Link extends Place {
  text: string;
  /** As written, and in full. */
  href: string;
  url: string;
}

/** Measured without following the links. */
export const wordedLinkFacts = (links: readonly Link[], from: string): Fact[] => {
  const empty = links.filter(
    ({ href, text }) => /^\s*(?:#?|javascript:.*)\s*$/is.test(href) && !(href === '#' && TO_TOP.test(text)),
  );
  const named = links.filter(({ text }) => isVague(text)).map((link) => ({ ...link, quote: link.text }));
  const unreachable = links.filter(
    ({ url, text }) => isPrivate(url, from) && !/^(?:https?:\/\/)?[\w.-]+:?\d*\/?\S*$/.test(text),
  );
  const naming = (all: readonly Link[], name: 'href' | 'url') => all.map((link) => ({ ...link, value: link[name] }));
  return [
    byPlaces('link-empty', naming(empty, 'href')),
    byPlaces('link-words', named),
    byPlaces('link-private', naming(unreachable, 'url')),
  ];
};

export const linkFacts = ({ page, url, links }: Seen): Fact[] => {
  const known = new Map(links?.map((link) => [link.url, link.status]));
  const statusOf = (address: string) => known.get(address.replace(/#.*$/s, ''));
  const followed = page.links.filter((link) => typeof statusOf(link.url) === 'number');
  const dead = followed
    .filter((link) => isDead(statusOf(link.url) ?? null))
    .map((link) => ({ ...link, quote: link.text, value: String(statusOf(link.url)) }));
  return [
    followed.length === 0 && page.links.length > 0
      ? notMeasured('link-dead', LINKS_UNKNOWN)
      : byPlaces('link-dead', dead, { measured: `${dead.length}/${followed.length}` }),
    bySpots('link-target-missing', page.missing_targets),
    ...wordedLinkFacts(page.links, url),
  ];
};
