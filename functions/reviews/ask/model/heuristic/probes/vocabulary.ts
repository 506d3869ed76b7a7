import { between, count, listed, named, type Observation, type Probe, percent, quoting } from '../observation.ts';
import { typical } from '../places.ts';
import type { Document, Unit } from '../read-document.ts';

/** Names that come with different capitals inside, or with and without a hyphen. */
const spellings = ({ content }: Document): string[][] => {
  const forms = new Map<string, Set<string>>();
  for (const [word] of content.text.matchAll(/\p{L}[\p{L}-]{3,30}/gu)) {
    if (!/\p{Ll}\p{Lu}|-|^\p{Lu}\p{Ll}+$/u.test(word) || /^[\p{Lu}-]+$/u.test(word)) continue;
    const key = word.toLowerCase().replaceAll('-', '');
    forms.set(key, (forms.get(key) ?? new Set()).add(word));
  }
  return [...forms.values()]
    .map((set) => [...set])
    .filter(
      (all) =>
        all.length > 1 &&
        all.some((word) => /\p{Ll}\p{Lu}/u.test(word)) &&
        new Set(all.map((word) => word.replace(/^\p{L}/u, (first) => first.toLowerCase()))).size > 1,
    );
};

const FAMILIES: readonly (readonly [string, readonly RegExp[]])[] = [
  ['signing in', [/\bsign(?:s|ed|ing)? in\b/, /\blog(?:s|ged|ging)? in\b|\blogin\b/, /\banmelden\b/, /\beinloggen\b/]],
  [
    'joining',
    [
      /\bsign(?:s|ed|ing)? up\b/,
      /\bregister(?:ed|ing)?\b/,
      /\bcreate (?:an|your) account\b/,
      /\bregistrieren\b/,
      /\bkonto (?:anlegen|erstellen)\b/,
    ],
  ],
  ['e-mail', [/\be-mails?\b/, /\bemails?\b/]],
  ['the place of work', [/\bworkspaces?\b/, /\bprojects?\b/, /\bspaces?\b/, /\bboards?\b/]],
  ['who pays', [/\bcustomers?\b/, /\bclients?\b/, /\bsubscribers?\b/, /\bkunden\b/, /\bauftraggeber\w*\b/]],
  ['the price', [/\bplans?\b/, /\btiers?\b/, /\bpackages?\b/, /\beditions?\b/, /\btarife?\b/, /\bpakete?\b/]],
  [
    'removing',
    [
      /\bdelet(?:e|es|ed|ing)\b/,
      /\bremov(?:e|es|ed|ing)\b/,
      /\beras(?:e|es|ed|ing)\b/,
      /\blösch\w+\b/,
      /\bentfern\w+\b/,
    ],
  ],
  ['ending', [/\bcancel\w*\b/, /\bterminat\w+\b/, /\bunsubscribe\b/, /\bkündig\w+\b/, /\babmeld\w+\b/]],
  ['settings', [/\bsettings\b/, /\bpreferences\b/, /\boptions\b/, /\beinstellungen\b/, /\boptionen\b/]],
  ['trying', [/\btrial\b/, /\bdemo\b/, /\btest (?:account|version)\b/, /\btestphase\b/]],
  ['the site', [/\bwebsites?\b/, /\bweb sites?\b/, /\bhomepage\b/, /\bwebseite\b/]],
  ['the shop', [/\bcart\b/, /\bbasket\b/, /\bwarenkorb\b/, /\beinkaufswagen\b/]],
  [
    'who supplies',
    [/\bsuppliers?\b/, /\bvendors?\b/, /\bproviders?\b/, /\bcontractors?\b/, /\banbieter\b/, /\bauftragnehmer\w*\b/],
  ],
  ['the offer', [/\bservices?\b/, /\bproducts?\b/, /\bsolutions?\b/, /\btools?\b/, /\bplatforms?\b/]],
  ['the machine', [/\bserver\b/, /\binstance\b/, /\bnode\b/, /\bhost\b/]],
];

const terms = (document: Document): Observation | string => {
  const { units, words } = document;
  if (document.language.lists === undefined)
    return `words for the same thing are known in English and German, and this is in ${document.language.name}`;
  if (words < 40) return 'there are too few words to change a name';
  const clashing = FAMILIES.flatMap(([name, variants]) => {
    const used = variants.flatMap((look) => {
      const unit = units.find(({ lower }) => look.test(lower));
      return unit ? [{ word: look.exec(unit.lower)?.[0] ?? '', unit }] : [];
    });
    return used.length > 1 ? [{ name, used }] : [];
  });
  const spelt = spellings(document);
  return {
    score: Math.max(1, 4.7 - clashing.length * 0.65 - spelt.length * 0.5),
    comment:
      clashing.length + spelt.length === 0
        ? `Of ${FAMILIES.length} families of words for one thing, none is mixed in ${count(words, 'word')}, and no name is spelt two ways.`
        : `${
            clashing.length > 0
              ? `Mixed words for one thing: ${listed(
                  clashing.map(({ used }) => used.map(({ word }) => named(word)).join(' / ')),
                  4,
                )}.`
              : ''
          } ${
            spelt.length > 0
              ? `Spelt in more than one way: ${listed(
                  spelt.map((forms) => forms.join(' / ')),
                  3,
                )}.`
              : ''
          } Some may be meant as different things.`.trim(),
    suggestion:
      clashing.length > 0
        ? `Choose one word for ${clashing[0]?.name}: ${listed((clashing[0]?.used ?? []).map(({ word }) => named(word)))}.`
        : spelt.length > 0
          ? `Choose one spelling: ${spelt[0]?.join(' or ')}.`
          : 'Check menus and mails as well.',
    evidence: [
      ...clashing.flatMap(({ used }) =>
        used.slice(1).map(({ unit, word }) => quoting(unit.text, `Here ${named(word)}.`)),
      ),
      ...typical(document),
    ].slice(0, 8),
  };
};

const KNOWN = new Set(
  'USA US UK EU UN OK PDF URL HTML CSS FAQ AM PM TV ID IT AI PC CEO UTC GMT USD EUR GBP CHF ISO PS NB TODO FIXME README MIT HTTP HTTPS WWW CV SMS GPS DVD USB DIN GMBH AG KG UG VAT MWST BGB DSGVO GDPR API JSON XML CSV AND OR NOT THE FOR'.split(
    ' ',
  ),
);
const acronyms = (document: Document): Observation | string => {
  const { units, content, words } = document;
  if (document.language.lists === undefined)
    return `which abbreviations are known is told for English and German, and this is in ${document.language.name}`;
  if (words < 30) return 'there are too few words';
  const seen = new Map<string, Unit>();
  for (const unit of units) {
    if (unit.text === unit.text.toUpperCase()) continue;
    for (const [word] of unit.text.matchAll(/\b[A-Z][A-Z0-9]{1,5}\b/g))
      if (!KNOWN.has(word) && !/^[IVXLC]+$/.test(word) && !/\d{2}/.test(word) && !seen.has(word)) seen.set(word, unit);
  }
  const open = [...seen]
    .slice(0, 200)
    .filter(
      ([word]) =>
        !content.text.includes(`(${word})`) &&
        !content.text.includes(`${word} (`) &&
        !content.text.includes(`${word}: `),
    );
  return {
    score: Math.max(1, 4.6 - (open.length * 250) / Math.max(250, words)),
    comment:
      seen.size === 0
        ? `No abbreviation that would need spelling out was found in ${count(words, 'word')}.`
        : `${open.length} of ${count(seen.size, 'abbreviation')} are never spelt out${
            open.length > 0
              ? `: ${listed(
                  open.map(([word]) => word),
                  6,
                )}`
              : ''
          }.`,
    suggestion:
      open.length > 0
        ? `Spell ${open[0]?.[0]} out where it first stands, or use a word.`
        : 'Check product names too: a stranger does not know them.',
    evidence: [
      ...open.map(([word, unit]) => quoting(unit.text, `Here ${word} is taken for known.`)),
      ...typical(document),
    ].slice(0, 8),
  };
};

const repeats = (document: Document): Observation | string => {
  const { units, words } = document;
  if (words < 80) return 'there are too few words to repeat themselves';
  const seen = new Map<string, { unit: Unit; times: number }>();
  for (const unit of units) {
    const own = unit.lower.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let at = 0; at + 4 <= own.length; at += 1) {
      const phrase = own.slice(at, at + 4).join(' ');
      const former = seen.get(phrase);
      if (former === undefined) seen.set(phrase, { unit, times: 1 });
      else {
        former.times += 1;
        former.unit = unit;
      }
    }
  }
  const often = [...seen]
    .filter(([phrase, { times }]) => times > 1 && phrase.length > 16)
    .sort((a, b) => b[1].times - a[1].times || (a[0] < b[0] ? -1 : 1));
  const spent = often.reduce((sum, [, { times }]) => sum + times - 1, 0);
  return {
    score: between((100 * spent) / words, 14, 0.5),
    comment: `${percent(spent, words)} of ${count(words, 'word')} begin a phrase of four words that stood there before${often.length > 0 ? `; most often ${listed(often.slice(0, 2).map(([phrase, { times }]) => `${named(phrase)} (${times} times)`))}` : ''}.`,
    suggestion:
      often.length > 0
        ? 'Say it once, where it is needed most; strike or shorten the repeat.'
        : 'What could go is not what repeats, but what nobody asked for: a person must judge that.',
    evidence: [
      ...often.slice(0, 6).map(([phrase, { unit }]) => quoting(unit.text, `Here again ${named(phrase)}.`)),
      ...typical(document),
    ].slice(0, 8),
  };
};

/** Names, abbreviations and repetitions. */
export const vocabularyProbes: readonly Probe[] = [
  {
    id: 'term-variants',
    names: 'one vocabulary|names and terms|consistency of terms|literal, steady language',
    topics: 'vocabulary term consisten name same word glossary',
    run: terms,
  },
  {
    id: 'acronyms',
    names: 'fit to stage|abbreviations|vocabulary|labels that predict',
    topics: 'acronym abbrevi term explain prior knowledge jargon level',
    run: acronyms,
  },
  {
    id: 'repeats',
    names: 'relevant|recruiter:economy|economy|concision',
    topics: 'repeat redundan economy length shorter go needed relevan',
    run: repeats,
  },
];
