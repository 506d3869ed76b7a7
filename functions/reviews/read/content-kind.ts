import type { Content } from './content.ts';

export type ContentKind =
  | 'landing_page'
  | 'pricing_page'
  | 'shop'
  | 'documentation'
  | 'contract_or_policy'
  | 'article'
  | 'form'
  | 'slides'
  | 'spreadsheet'
  | 'email'
  | 'app_listing'
  | 'image_ad'
  | 'screenshot'
  | 'talk'
  | 'other';

export type Classified = Pick<Content, 'input_type' | 'title' | 'url' | 'text' | 'elements' | 'pictures'>;

type Field = 'name' | 'url' | 'text';

/** Each different match in the field counts `points`, up to `most`. English and German. */
type Sign = readonly [kind: ContentKind, field: Field, points: number, most: number, look: RegExp];

const PRICE = /(?:[€$£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|eur\b|usd\b|chf\b|euro\b))/g;

/** In the order in which ties are decided: the narrower kind first. */
const SIGNS: readonly Sign[] = [
  ['talk', 'name', 3, 3, /\b(?:transcripts?|podcast|interview|transkript|vortrag|mitschrift)\b/g],
  ['app_listing', 'url', 5, 5, /apps\.apple\.com|play\.google\.com/g],
  ['app_listing', 'name', 4, 4, /\bapp[ -]?store|google play|play store|app listing|store listing/g],
  [
    'app_listing',
    'text',
    2,
    6,
    /in-app[ -](?:purchases|käufe)|what['’]s new|neue funktionen|version history|versionsverlauf|requires (?:ios|android)|erfordert (?:ios|android)|age rating|altersfreigabe|app store|google play|compatible with iphone|kompatibel mit iphone/g,
  ],
  ['email', 'text', 3, 6, /^(?:subject|betreff):/gm],
  ['email', 'text', 1, 2, /^(?:from|to|cc|von|an):/gm],
  ['email', 'text', 2, 2, /^(?:dear|hi|hello|hey|sehr geehrte[rs]?|liebe[rs]?|hallo|guten tag)\b.{0,60}[,!]$/gm],
  [
    'email',
    'text',
    2,
    4,
    /^(?:(?:kind|best|warm) (?:regards|wishes)|(?:yours )?sincerely|best,|cheers|mit freundlichen grüßen|(?:viele|herzliche|beste|liebe) grüße)|\bunsubscribe\b|\babbestellen\b|\bview (?:it )?in (?:your )?browser/gm,
  ],
  ['email', 'name', 3, 3, /\b(?:e-?mail|newsletter|letter|anschreiben|rundschreiben)\b/g],
  [
    'contract_or_policy',
    'name',
    3,
    3,
    /\b(?:agreement|contract|terms|policy|privacy notice|nda|agb|datenschutz\w*|nutzungsbedingungen|\w*vertrag|\w*vereinbarung)\b/g,
  ],
  ['contract_or_policy', 'text', 1, 3, /(?:§|\bart(?:icle|ikel|\.)?|\bsection|\bclause|\bziffer)\s?\d+/g],
  [
    'contract_or_policy',
    'text',
    1,
    5,
    /\b(?:shall|hereby|herein\w*|hereinafter|whereas|the part(?:y|ies)|governing law|indemnif\w+|liabilit\w+|terminat(?:e|ion)|notwithstanding|personal data|legal basis|licen[cs](?:ee|or)|granted|warrant(?:y|ies)|vertragspartei\w*|nachfolgend|haftung\w*|haftet|gerichtsstand|kündigung\w*|geltungsbereich|gewährleistung|auftragnehmer\w*|auftraggeber\w*|personenbezogene\w*|rechtsgrundlage\w*|unberührt|unverzüglich)\b|["“„][^"”“]{2,40}["”“] (?:means|bezeichnet)\b/g,
  ],
  [
    'form',
    'name',
    3,
    3,
    /\b(?:sign[ -]?up|application|registration|form|antrag\w*|\w*formular|anmeldung|registrierung)\b/g,
  ],
  [
    'form',
    'text',
    1,
    4,
    /\b(?:first name|last name|full name|e-?mail address|phone number|date of birth|password|required|mandatory|vorname|nachname|geburtsdatum|passwort|telefonnummer|pflichtfeld(?:er)?|anschrift|iban)\b|_{5,}|☐|\[ \]/g,
  ],
  ['slides', 'name', 4, 4, /\b(?:slides?|deck|presentation|keynote|folien|präsentation|pitch)\b/g],
  ['slides', 'text', 2, 4, /^(?:#+ )?(?:slide|folie) \d+/gm],
  ['slides', 'text', 1, 2, /^(?:#+ )?(?:agenda|thank you!?|questions\?|fragen\?|vielen dank!?)$/gm],
  [
    'spreadsheet',
    'name',
    4,
    4,
    /\.(?:csv|xlsx?|ods|tsv)\b|\b(?:spreadsheet|worksheet|tabelle|datatable|data table)\b/g,
  ],
  ['pricing_page', 'url', 3, 3, /\/(?:pricing|prices|plans|preise|tarife)\b/g],
  ['pricing_page', 'name', 3, 3, /\b(?:pricing|prices|plans|preise|tarife|preisliste)\b/g],
  [
    'pricing_page',
    'text',
    2,
    4,
    /(?:per|a|each|\/) ?(?:month|mo\b|user|seat)|(?:pro|im|je) (?:monat|nutzer)|monatlich|billed (?:annually|yearly|monthly)|jährlich abgerechnet/g,
  ],
  [
    'pricing_page',
    'text',
    1,
    3,
    /^(?:#+ )?(?:free|starter|basic|pro|professional|plus|team|business|enterprise|premium|kostenlos)\b(?=.{0,30}$)/gm,
  ],
  ['shop', 'url', 2, 2, /\/(?:products?|shop|cart|basket|checkout|produkte?|warenkorb)\b/g],
  [
    'shop',
    'name',
    4,
    4,
    /\b(?:(?:web|online)?-?shop|cart|basket|checkout|warenkorb|product page|produktseite|kasse)\b/g,
  ],
  [
    'shop',
    'text',
    2,
    4,
    /\b(?:add to (?:cart|basket|bag)|(?:in den )?warenkorb|(?:your )?basket|checkout|zur kasse|buy now|jetzt kaufen)\b/g,
  ],
  [
    'shop',
    'text',
    1,
    3,
    /\b(?:free (?:shipping|delivery)|shipping|delivery|in stock|sold out|returns?|incl\. vat|versand(?:kosten\w*)?|lieferzeit|auf lager|lieferbar|ausverkauft|rückgabe|inkl\. mwst)\b/g,
  ],
  ['documentation', 'url', 3, 3, /\/\/docs?\.|readthedocs|\/docs?\/|github\.com|gitlab\.com|npmjs\.com|readme/g],
  [
    'documentation',
    'name',
    3,
    3,
    /\b(?:readme|docs|documentation|api reference|getting started|quick ?start|user guide|dokumentation|handbuch|anleitung)\b/g,
  ],
  [
    'documentation',
    'text',
    2,
    4,
    /(?:npm (?:i|install)|npx|pnpm add|yarn add|pip3? install|brew install|cargo (?:add|install)|go (?:get|install)|gem install|composer require|docker (?:run|pull|compose)|git clone|apt(?:-get)? install|curl -)\b/g,
  ],
  [
    'documentation',
    'text',
    1,
    3,
    /^(?:#+ )?(?:install(?:ation)?|usage|use|getting started|quick ?start|requirements|prerequisites|configuration|api|options|examples?|license|changelog|einrichtung|verwendung|voraussetzungen|konfiguration|lizenz)$/gm,
  ],
  ['documentation', 'text', 1, 2, /^(?:```\w*|\$ \w+|ℹ️|> \[!)/gm],
  ['article', 'url', 2, 2, /\/(?:blog|news|articles?|artikel|magazin|aktuelles)\//g],
  [
    'article',
    'name',
    2,
    2,
    /\b(?:article|blog|essay|news|press release|artikel|beitrag|pressemitteilung|reportage)\b/g,
  ],
  [
    'article',
    'text',
    1,
    2,
    /["”“»«,] (?:says|said|told|writes|sagt|sagte|erklärt|erzählt|meint)\b|\b(?:says|said|sagt|sagte) \p{L}+|^(?:by|von|text:) \p{L}+ \p{L}+$/gmu,
  ],
  ['landing_page', 'url', 1, 1, /^https?:\/\/[^/]+\/?$/g],
  [
    'landing_page',
    'text',
    2,
    4,
    /\b(?:get started|start (?:for )?free|try it (?:now|out|with)|free for \d+ days|\d+ tage (?:kostenlos|gratis)|try (?:it )?(?:for )?free|free trial|(?:book|request|get) a demo|sign up|learn more|join the waitlist|jetzt (?:kostenlos )?(?:testen|starten|anfragen)|kostenlos testen|demo (?:buchen|anfragen)|mehr erfahren)\b/g,
  ],
  [
    'landing_page',
    'text',
    1,
    3,
    /\b(?:trusted by|our customers|used by|how it works|features|benefits|no (?:credit )?card|cancel any ?time|unsere kunden|vertrauen uns|so funktioniert|funktionen|vorteile|jederzeit kündbar)\b/g,
  ],
];

/** A picture has few signs but its name. */
const [ENOUGH, ENOUGH_OF_PICTURE] = [4, 3];
/** Signs come early; a longer text is only slower to look through. */
const MAX_LOOKED_AT = 20_000;
const MAX_LINES = 400;

const [LONG_PARAGRAPH, SHORT_LINE] = [40, 9];

/** Banner and thumbnail sizes that no screen has. */
const AD_SIZES =
  /^(?:300x250|336x280|728x90|970x(?:90|250)|160x600|300x600|320x(?:50|100)|1200x62[78]|1080x1080|1200x1200)$/;
const AD = /\b(?:ads?|banner|thumbnail|advert\w*|anzeige|werbe\w+|vorschaubild)\b/;
const SLIDE = /\b(?:slides?|folie)\b/;

const wordsOf = (line: string): number => line.split(/\s+/).filter(Boolean).length;

/** Columns of a line, if it is a row of a table. */
const columnsOf = (line: string): number =>
  Math.max(...['\t', ';', '|', ','].map((mark) => line.split(mark).filter((cell) => wordsOf(cell) <= 6).length));

const ofShape = ({ elements }: Classified, text: string): (readonly [ContentKind, number])[] => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, MAX_LINES);
  const share = (test: (line: string) => boolean) => lines.filter(test).length / Math.max(1, lines.length);
  const sizeOf = (...kinds: Classified['elements'][number]['kind'][]) =>
    elements.filter(({ kind }) => kinds.includes(kind)).length;
  const isRow = (line: string) => columnsOf(line) >= 3 && wordsOf(line) <= 40 && !/[.!?]$/.test(line);
  const prices = new Set(text.match(PRICE)).size;
  const fields = sizeOf('field');
  const code = sizeOf('code') + (text.match(/^```/gm)?.length ?? 0) / 2;
  const turns = lines.filter((line) => /^(?:\[?\d{1,2}:\d{2}|\p{Lu}[\p{L}. ]{0,24}: \S)/u.test(line)).length;
  const paragraphs = lines.filter((line) => wordsOf(line) >= LONG_PARAGRAPH).length;
  const rules = lines.filter((line) => /^(?:-{3,}|\*{3,})$/.test(line)).length;
  return [
    [
      'talk',
      turns >= 4 && share((line) => /^(?:\[?\d{1,2}:\d{2}|\p{Lu}[\p{L}. ]{0,24}: \S)/u.test(line)) > 0.4 ? 5 : 0,
    ],
    ['form', fields >= 6 ? 4 : fields >= 3 ? 3 : 0],
    ['slides', rules >= 3 && share((line) => wordsOf(line) <= SHORT_LINE) > 0.7 ? 3 : 0],
    ['spreadsheet', lines.length >= 4 && share(isRow) >= 0.7 ? 5 : share(isRow) >= 0.4 && lines.length >= 6 ? 3 : 0],
    ['pricing_page', prices >= 3 ? 1 : 0],
    ['shop', prices >= 2 ? 1 : 0],
    ['documentation', Math.min(4, Math.ceil(code) * 2)],
    ['article', paragraphs >= 5 ? 3 : paragraphs >= 3 ? 2 : 0],
    ['landing_page', sizeOf('button') > 0 && paragraphs < 3 ? 2 : 0],
  ];
};

const ofPicture = ({ pictures }: Classified, name: string): ContentKind => {
  const [{ width = 0, height = 0 } = {}] = pictures;
  if (AD.test(name) || AD_SIZES.test(`${width}x${height}`)) return 'image_ad';
  return SLIDE.test(name) ? 'slides' : 'screenshot';
};

/**
 * The kind of content by rules of thumb, so that the panel suits what is reviewed. `name` is the review's title. Other
 * languages than English and German, and texts with too few signs, are `other`.
 */
export const kindOf = (content: Classified, name: string): ContentKind => {
  const { input_type, title, url } = content;
  if (input_type === 'audio' || input_type === 'video') return 'talk';
  const text = content.text.slice(0, MAX_LOOKED_AT);
  const fields: Record<Field, string> = {
    name: `${name}\n${title ?? ''}`.toLowerCase(),
    url: (url ?? '').toLowerCase(),
    text: text.toLowerCase(),
  };
  const points = new Map<ContentKind, number>();
  const add = (kind: ContentKind, more: number) => points.set(kind, (points.get(kind) ?? 0) + more);
  for (const [kind, field, each, most, look] of SIGNS) {
    add(kind, Math.min(most, new Set(fields[field].match(look)).size * each));
  }
  for (const [kind, more] of ofShape(content, text)) add(kind, more);
  const [kind, best] = [...points].reduce((one, other) => (other[1] > one[1] ? other : one), ['other', 0]);
  if (best >= (input_type === 'image' ? ENOUGH_OF_PICTURE : ENOUGH)) return kind;
  return input_type === 'image' ? ofPicture(content, fields.name) : 'other';
};
