import {
  between,
  count,
  type Evidence,
  listed,
  named,
  type Observation,
  type Probe,
  pointing,
} from '../observation.ts';
import { actionsOf, isAction, placesFor } from '../places.ts';
import type { Document, Link, Named } from '../read-document.ts';

const VAGUE =
  /^(?:(?:click |tap )?here|(?:read |learn |find out |see |show |view |know )?more|details?|this|link|this (?:link|page|article)|continue(?: reading)?|go|info|website|download|hier|mehr|mehr (?:erfahren|lesen|dazu)|weiter(?:lesen)?|details|klicken sie hier|»|›|→|\.\.\.)[\s.!»›→]*$/i;
const BARE = /^(?:https?:\/\/|www\.)/i;

export const at = (document: Document, one: Named | Link, say?: string, suggestion?: string): Evidence => ({
  ...pointing(document.content, one),
  say,
  suggestion,
});
const targetOf = (href: string): string => {
  const url = URL.parse(href, 'https://page.invalid/');
  const last = url?.pathname.split('/').filter(Boolean).at(-1) ?? '';
  const own = url?.hostname === 'page.invalid' ? '' : (url?.hostname ?? '');
  return decodeSafely(last.replace(/\.\w{2,5}$/, '').replace(/[-_]+/g, ' ')) || own;
};
const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const linkTexts = (document: Document): Observation | string => {
  const { links } = document;
  if (links.length === 0) return 'no links were read';
  const vague = links.filter(({ label }) => VAGUE.test(label));
  const empty = links.filter(({ label }) => label === '');
  const bare = links.filter(({ label }) => BARE.test(label));
  const targets = new Map<string, Set<string>>();
  for (const { label, href } of links) {
    const key = label.toLowerCase();
    if (key !== '' && href !== '') targets.set(key, (targets.get(key) ?? new Set()).add(href));
  }
  const double = links.filter(({ label }) => (targets.get(label.toLowerCase())?.size ?? 0) > 1);
  const faults = new Set([...vague, ...empty, ...bare, ...double]);
  return {
    score: between(faults.size / links.length, 0.6, 0),
    comment: `${count(links.length, 'link')}: ${vague.length} with a text that says nothing of the target, ${empty.length} without text, ${bare.length} as bare addresses, ${double.length} with the same text for several targets.`,
    suggestion: faults.size === 0 ? 'Read the list of links alone once: each should stand on its own.' : undefined,
    evidence: [
      ...vague.map((link) =>
        at(
          document,
          link,
          `${named(link.label)} could lead anywhere.`,
          `Say where it goes${targetOf(link.href) ? `: ${named(targetOf(link.href))}` : ''}.`,
        ),
      ),
      ...empty.map((link) =>
        at(
          document,
          link,
          'This link has no text.',
          `Give it one${targetOf(link.href) ? `, such as ${named(targetOf(link.href))}` : ''}.`,
        ),
      ),
      ...double.map((link) =>
        at(
          document,
          link,
          `${named(link.label)} leads to ${targets.get(link.label.toLowerCase())?.size} targets.`,
          'Give each target a text of its own.',
        ),
      ),
      ...bare.map((link) =>
        at(document, link, 'An address is read out letter by letter.', 'Put the name of the page in its place.'),
      ),
      ...links.slice(0, 6).map((link) => at(document, link)),
    ].slice(0, 8),
  };
};

const hostOf = (href: string): string | undefined => URL.parse(href)?.hostname.replace(/^www\./, '') || undefined;
const SHORTENER = /^(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rb\.gy|cutt\.ly)$/;
const hosts = (document: Document): Observation | string => {
  const inText = [...document.content.text.slice(0, 80_000).matchAll(/https?:\/\/[^\s)"'<>\]]{3,200}/g)]
    .slice(0, 200)
    .map(([href]) => ({ label: href, href, id: undefined }));
  const links: Link[] = [...document.links, ...inText];
  const own = document.content.url ? hostOf(document.content.url) : undefined;
  const known = links.flatMap((link) => {
    const host = hostOf(link.href);
    return host ? [{ link, host }] : [];
  });
  if (known.length === 0) return 'no full addresses were read';
  const all = [...new Set(known.map(({ host }) => host))];
  const foreign = own
    ? all.filter((host) => host !== own && !host.endsWith(`.${own}`) && !own.endsWith(`.${host}`))
    : all;
  const odd = known.filter(
    ({ link, host }) =>
      SHORTENER.test(host) ||
      /^\d+\.\d+\.\d+\.\d+$/.test(host) ||
      host.startsWith('xn--') ||
      link.href.startsWith('http:'),
  );
  const masked = known.filter(({ link, host }) => {
    const said = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:\/|$)/i
      .exec(link.label)?.[1]
      ?.toLowerCase()
      .replace(/^www\./, '');
    return said !== undefined && said !== host && !host.endsWith(`.${said}`) && !said.endsWith(`.${host}`);
  });
  return {
    score: Math.max(1, between(foreign.length, 25, 2) - odd.length * 0.5 - masked.length * 2),
    comment: `Links lead to ${count(all.length, 'host')}${own ? `, ${foreign.length} of them not ${own}` : ''} (${listed(foreign.length > 0 ? foreign : all, 4)}). ${odd.length} are shortened, unencrypted or bare numbers; ${masked.length} show another address than they lead to.`,
    suggestion:
      masked.length + odd.length > 0
        ? 'Show the real address, encrypted, under your own domain.'
        : 'Say why each foreign host is needed.',
    evidence: [...masked, ...odd, ...known.filter(({ host }) => foreign.includes(host)), ...known]
      .slice(0, 8)
      .map(({ link }) => at(document, link)),
  };
};

const onward = (document: Document): Observation | string => {
  const { links, words } = document;
  if (words < 60) return 'the text is too short to lead on';
  const topics = [
    ['help or support', /support|help|faq|contact|issues?|hilfe|kontakt|discussions?|community/],
    ['reference or details', /reference|docs?|documentation|guide|manual|api|wiki|handbuch|anleitung|learn/],
    ['changes', /change|release|news|blog|roadmap|version/],
    ['licence or terms', /licen[cs]e|terms|privacy|lizenz|agb|datenschutz|imprint|impressum/],
  ] as const;
  const text = links.map(({ label, href }) => `${label} ${targetOf(href)}`.toLowerCase());
  const told = topics.filter(([, look]) => text.some((one) => look.test(one))).map(([name]) => name);
  const missing = topics.filter(([, look]) => !text.some((one) => look.test(one))).map(([name]) => name);
  return {
    score: links.length === 0 ? 1.5 : 2 + told.length * 0.68,
    comment:
      links.length === 0
        ? `No link leads on from ${count(words, 'word')}.`
        : `${count(links.length, 'link')}; of four ways on they offer ${told.length === 0 ? 'none' : listed(told)}.`,
    suggestion:
      missing.length > 0
        ? `Link ${missing[0]}, to the exact page.`
        : 'Check that each link goes to the answer, not to a start page.',
    evidence: links.length > 0 ? links.slice(-6).map((link) => at(document, link)) : placesFor(document, 'end'),
  };
};

const distraction = (document: Document): Observation | string => {
  const { links, buttons } = document;
  const acts = new Set(actionsOf(document).map(({ id, label }) => id ?? label));
  const away = links.filter(
    (link) => !acts.has(link.id ?? link.label) && !isAction(link.label) && !/^#./.test(link.href),
  );
  if (links.length + buttons.length === 0) return 'no links or buttons were read that could lead away';
  return {
    score: between(away.length / Math.max(1, acts.size), 25, 2),
    comment: `${count(away.length, 'link')} lead away for ${count(acts.size, 'wanted act')}.`,
    suggestion:
      away.length > 0
        ? `Ask of ${named(away[0]?.label ?? '')} whether it is needed before the decision.`
        : 'Keep it so.',
    evidence: [...away, ...links].slice(0, 8).map((link) => at(document, link)),
  };
};

const beforeContent = (document: Document): Observation | string => {
  const { elements } = document.content;
  const first = elements.findIndex(({ kind, level }) => kind === 'heading' && (level ?? 1) <= 2);
  if (first < 0 || elements.length < 4) return 'the order of controls and headings was not read';
  const controls = elements
    .slice(0, first)
    .filter(({ kind }) => kind === 'link' || kind === 'button' || kind === 'field');
  const skip = elements.find(({ label }) => /skip to|zum inhalt/i.test(label));
  return {
    score: skip ? 4.6 : between(controls.length, 30, 2),
    comment: `${count(controls.length, 'control')} stand before the first heading, ${skip ? 'with a skip link' : 'and no skip link was read'}.`,
    suggestion: skip ? undefined : 'Put a link “Skip to content” first.',
    evidence: [skip, controls[0], controls.at(-1), elements[first]].flatMap((one) => (one ? [at(document, one)] : [])),
  };
};

/** Links, and what leads away. */
export const linkProbes: readonly Probe[] = [
  {
    id: 'link-texts',
    names: 'links and buttons in a list|names and labels|way to more',
    topics: 'link anchor click target here',
    run: linkTexts,
  },
  {
    id: 'hosts',
    names: 'third parties|sender proof|ageing',
    topics: 'host domain third foreign sender address phish tracker',
    run: hosts,
  },
  {
    id: 'onward-links',
    names: 'way to more',
    topics: 'onward further reference link help more resource',
    run: onward,
  },
  {
    id: 'distraction',
    names: 'distraction|path to the goal',
    topics: 'distract away leak side path',
    run: distraction,
  },
  {
    id: 'before-content',
    names: 'skipping repetition',
    topics: 'skip repetit controls before tab',
    run: beforeContent,
  },
];
