import type { QuarantineReason } from '../annotations/rows.ts';

/** Brackets and quotation marks end an address, as a sentence's own marks at its end do not belong to it. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`()[\]{}]+/giu;
const BBCODE_LINK = /\[(?:url|link)[\]=]/iu;
/** A word of a script that puts none apart is about two characters. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{2}|[\p{L}\p{N}]{2,}/gu;
/** A link's own text says nothing about the page. */
const LABEL = /<a\s[^<>]*>[^<]*<\/a>|\[[^[\]]*\]\(/giu;
const TAG = /<\/?[a-z][^<>]*>|\[\/?(?:url|link)[^[\]]*\]/giu;
const PUBLIC_HOST = /\.(?!local$|test$|internal$|localhost$)[a-z][a-z\d-]+$/;
/** A frame of a stack trace, or a file that the page loads. */
const OF_THE_PAGE = /:\d+(?::\d+)?$|\.(?:m?js|css|map|json|wasm|svg|png|jpe?g|gif|webp|avif|ico|woff2?|mp4|pdf)$/i;
const EVIDENCE = new Set([
  ...['github.com', 'gitlab.com', 'bitbucket.org', 'codepen.io', 'codesandbox.io', 'stackblitz.com', 'jsfiddle.net'],
  ...['figma.com', 'miro.com', 'loom.com', 'jam.dev', 'imgur.com', 'prnt.sc', 'cloudinary.com', 'browserstack.com'],
  ...['google.com', 'dropbox.com', 'notion.so', 'atlassian.net', 'linear.app', 'trello.com', 'slack.com', 'sentry.io'],
  ...['mozilla.org', 'w3.org', 'web.dev', 'caniuse.com', 'stackoverflow.com', 'wikipedia.org', 'npmjs.com'],
]);

/** `shop.example.com` and `www.example.com` are of one house; so are two shops under `co.uk`, which errs on the safe side. */
const houseOf = (host: string): string => host.split('.').slice(-2).join('.');

const strangersIn = (text: string, houses: ReadonlySet<string>): URL[] =>
  [...text.matchAll(ADDRESS)].flatMap(([address]) => {
    const bare = address.toLowerCase().replace(/[.,;:!?…]+$/, '');
    const url = URL.parse(bare.startsWith('www.') ? `http://${bare}` : bare);
    if (!url || !PUBLIC_HOST.test(url.hostname) || OF_THE_PAGE.test(bare) || OF_THE_PAGE.test(url.pathname)) return [];
    const house = houseOf(url.hostname);
    return houses.has(house) || EVIDENCE.has(house) ? [] : [url];
  });

/** A note set aside by mistake costs its site a bug, one that is not costs a glance: if in doubt, it stays. */
export const spamSigns = (
  { body, name }: { body: string; name: string },
  site: { url: string; allowed_origins: readonly string[] },
): QuarantineReason[] => {
  const hosts = [site.url, ...site.allowed_origins].flatMap((address) => URL.parse(address)?.hostname ?? []);
  const houses = new Set(hosts.map(houseOf));
  const links = strangersIn(body, houses).length;
  const words = body.replace(LABEL, ' ').replace(TAG, ' ').replace(ADDRESS, ' ').match(WORD)?.length ?? 0;
  const signs: [QuarantineReason, boolean][] = [
    ['link_markup', links > 0 && BBCODE_LINK.test(body)],
    ['links', links >= 3 && words < 3 * links],
    ['only_links', words < links],
    ['link_in_name', strangersIn(name, houses).length > 0],
  ];
  return signs.flatMap(([sign, isSeen]) => (isSeen ? [sign] : []));
};
