import {
  between,
  count,
  type Evidence,
  listed,
  named,
  type Observation,
  type Probe,
  percent,
  pointing,
  quoting,
} from '../observation.ts';
import { actionsOf, isAction, placesFor, typical } from '../places.ts';
import { contentWords, type Document, type Link, type Named } from '../read-document.ts';

const VAGUE =
  /^(?:(?:click |tap )?here|(?:read |learn |find out |see |show |view |know )?more|details?|this|link|this (?:link|page|article)|continue(?: reading)?|go|info|website|download|hier|mehr|mehr (?:erfahren|lesen|dazu)|weiter(?:lesen)?|details|klicken sie hier|»|›|→|\.\.\.)[\s.!»›→]*$/i;
const BARE = /^(?:https?:\/\/|www\.)/i;

const at = (document: Document, one: Named | Link, say?: string, suggestion?: string): Evidence => ({
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

const GENERIC =
  /^(?:submit|ok|okay|yes|no|continue|next|go|send|click here|enter|done|confirm|more|learn more|absenden|weiter|senden|bestätigen|los|ja|nein|mehr)$/i;
const names = (document: Document): Observation | string => {
  const { buttons, fields, links } = document;
  const controls = [...buttons, ...fields];
  if (controls.length === 0)
    return links.length > 0 ? 'no buttons or fields were read, only links' : 'no controls were read';
  const bare = controls.filter(({ label }) => label === '');
  const generic = buttons.filter(({ label }) => GENERIC.test(label));
  const clear = buttons.filter(({ label }) => label !== '' && !GENERIC.test(label) && label.split(/\s+/).length >= 2);
  return {
    score: Math.max(1, between((bare.length * 1.5 + generic.length) / controls.length, 0.6, 0)),
    comment: `Of ${count(buttons.length, 'button')} and ${count(fields.length, 'field')}, ${bare.length} have no name, ${generic.length} a name that fits any act (${generic.length > 0 ? listed([...new Set(generic.map(({ label }) => named(label)))], 3) : 'none'}); ${clear.length} buttons have two words or more.`,
    suggestion: bare.length + generic.length === 0 ? 'Check that the confirmation uses the same words.' : undefined,
    evidence: [
      ...bare.map((one) =>
        at(document, one, 'This control has no name.', 'Give it a visible label that says what it does or takes.'),
      ),
      ...generic.map((one) =>
        at(
          document,
          one,
          `${named(one.label)} does not say what happens.`,
          'Use a verb and its object: “Send message”, “Delete project”.',
        ),
      ),
      ...controls.map((one) => at(document, one)),
    ].slice(0, 8),
  };
};

const nextStep = (document: Document): Observation | string => {
  const acts = actionsOf(document);
  if (document.words < 12 && acts.length === 0) return 'there are too few words to ask for anything';
  const labels = new Map<string, number>();
  for (const { label } of acts) if (label) labels.set(label.toLowerCase(), (labels.get(label.toLowerCase()) ?? 0) + 1);
  const generic = acts.filter(({ label }) => GENERIC.test(label));
  if (acts.length === 0)
    return {
      score: 1.8,
      comment: `Nothing in ${count(document.words, 'word')} asks for an act: no button, and no link or line that begins with a verb such as “start”, “book” or “send”.`,
      suggestion: 'End with the one thing that the reader should do now, in words that say what happens then.',
      evidence: placesFor(document, 'end').map((place) => ({
        ...place,
        say: 'The text ends near what is quoted, without one.',
      })),
    };
  const [top, times] = [...labels].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  const distinct = labels.size;
  return {
    score: Math.max(
      1,
      (distinct <= 3 ? 4.3 : between(distinct, 14, 3)) -
        (generic.length / acts.length) * 3 +
        (times > 1 && distinct <= 4 ? 0.4 : 0),
    ),
    comment: `${count(distinct, 'different act')} asked for${
      times > 1
        ? `; most often ${named(top)} (${times} times)`
        : top
          ? `: ${listed(
              [...labels.keys()].map((label) => named(label, 30)),
              3,
            )}`
          : ''
    }. With a name that fits anything: ${generic.length}.`,
    suggestion:
      distinct > 3
        ? `Choose one main act and make the other ${distinct - 1} quieter.`
        : `Say beside ${named(acts[0]?.label ?? '')} what happens then, how long it takes and what it costs.`,
    evidence: [...generic, ...acts].slice(0, 8).map((one) => at(document, one)),
  };
};

const competing = (document: Document): Observation | string => {
  const acts = actionsOf(document);
  const exclaimed = document.units.filter(({ text }) => /!/.test(text));
  if (acts.length === 0 && document.words < 60) return 'nothing competes in so short a text';
  const distinct = [...new Set(acts.map(({ label }) => label.toLowerCase()).filter(Boolean))];
  const perHundred = (100 * (distinct.length + exclaimed.length)) / Math.max(100, document.words);
  return {
    score: between(perHundred, 9, 1.5),
    comment: `${count(distinct.length, 'different act')} and ${count(exclaimed.length, 'exclamation')} in ${count(document.words, 'word')}${
      distinct.length > 0
        ? `: ${listed(
            distinct.map((label) => named(label, 30)),
            4,
          )}`
        : ''
    }.`,
    suggestion:
      distinct.length > 1
        ? `Let ${named(distinct[0] ?? '')} lead, and move ${named(distinct[1] ?? '')} to where it is wanted.`
        : 'Keep to one.',
    evidence: [
      ...acts.slice(1, 5).map((one) => at(document, one)),
      ...exclaimed.map(({ text }) => quoting(text)),
      ...acts.slice(0, 1).map((one) => at(document, one)),
      ...typical(document),
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

const FILE_ALT =
  /^(?:image|img|photo|picture|bild|foto|logo|icon|graphic|banner|screenshot|dsc|untitled)?[\s_-]*\d*(?:\.(?:png|jpe?g|gif|webp|svg))?$|\.(?:png|jpe?g|gif|webp|svg)$/i;
const alternatives = (document: Document): Observation | string => {
  const { images } = document;
  if (document.content.input_type === 'image') return 'an uploaded picture brings no alternative text along';
  if (images.length === 0) return 'no pictures were read';
  const bare = images.filter(({ label }) => label === '');
  const poor = images.filter(({ label }) => label !== '' && (FILE_ALT.test(label) || label.length < 4));
  const long = images.filter(({ label }) => label.length > 160);
  return {
    score: between((bare.length + poor.length + long.length * 0.3) / images.length, 0.9, 0),
    comment: `${count(images.length, 'picture')}: ${bare.length} without alternative text, ${poor.length} with only a file name or a word such as “image”; whether the bare ones are decoration cannot be measured.`,
    suggestion: bare.length + poor.length === 0 ? 'Check that each says the purpose, not the looks.' : undefined,
    evidence: [
      ...poor.map((one) =>
        at(document, one, `${named(one.label)} tells nothing.`, 'Say what the picture tells here, in one sentence.'),
      ),
      ...bare.map((one) =>
        at(
          document,
          one,
          'This picture has no alternative text.',
          'Say what it tells, or mark it as decoration with an empty alternative.',
        ),
      ),
      ...images.map((one) => at(document, one, `It is described as ${named(one.label)}.`)),
    ].slice(0, 8),
  };
};

const eyesOnly = (document: Document): Observation | string => {
  const { images, units, words } = document;
  const signs = units.filter(({ text }) => /[\p{Extended_Pictographic}✓✔✗✘★☆]/u.test(text.replace(/[©®™]/g, '')));
  const alone = signs.filter((unit) => unit.words <= 2);
  const bare = images.filter(({ label }) => label === '');
  const isMedia = document.content.input_type === 'audio' || document.content.input_type === 'video';
  if (images.length + signs.length === 0 && (words < 60 || isMedia)) return 'no picture or sign was read';
  return {
    score: Math.max(1, 4.6 - bare.length * 0.5 - alone.length * 0.4 - (signs.length > 10 ? 0.6 : 0)),
    comment: `${count(images.length, 'picture')}, ${bare.length} without words; ${count(signs.length, 'line')} with emoji or signs, ${alone.length} of them with hardly a word beside.`,
    suggestion:
      bare.length + alone.length > 0
        ? 'Put in words beside it what the picture or sign says.'
        : 'Check charts: are their numbers in the text as well?',
    evidence: [
      ...alone.map(({ text }) => quoting(text)),
      ...bare.map((one) => at(document, one)),
      ...signs.map(({ text }) => quoting(text)),
      ...images.map((one) => at(document, one)),
      ...typical(document, 'A typical sentence is quoted; it needs no eyes.'),
    ].slice(0, 8),
  };
};

const SENSITIVE =
  /\b(?:phone|telephone|telefon|birth|geburt|gender|geschlecht|sex|salutation|anrede|title|company size|income|passport|ssn|nationality|fax|job title|industry)\b/i;
const fields = (document: Document): Observation | string => {
  const { fields: all } = document;
  if (all.length === 0) return 'no form fields were read';
  const bare = all.filter(({ label }) => label === '');
  const asked = all.filter(({ label }) => SENSITIVE.test(label));
  return {
    score: Math.max(1, between(all.length, 16, 3) - (bare.length / all.length) * 1.5 - asked.length * 0.4),
    comment: `${count(all.length, 'field')} to fill in, ${bare.length} without a label; ${asked.length} ask for what many do not like to give${
      asked.length > 0
        ? ` (${listed(
            asked.map(({ label }) => named(label, 30)),
            3,
          )})`
        : ''
    }.`,
    suggestion:
      asked.length > 0
        ? `Ask for ${named(asked[0]?.label ?? '')} later, make it optional, or say why it is needed.`
        : all.length > 4
          ? 'Ask of each field what is done with its answer; drop the rest.'
          : 'Let the browser fill in what it knows (autocomplete).',
    evidence: [...asked, ...bare, ...all].slice(0, 8).map((one) => at(document, one)),
  };
};

const labelCase = (document: Document): Observation | string => {
  const labels = [...document.buttons, ...document.headings].filter(({ label }) => label.split(/\s+/).length >= 2);
  if (labels.length < 3) return 'there are fewer than three labels of two words to compare';
  const styleOf = (label: string): string => {
    const rest = label
      .split(/\s+/)
      .slice(1)
      .filter((word) => word.length > 3 && /^\p{L}/u.test(word));
    if (label === label.toUpperCase() && /\p{Lu}{4}/u.test(label)) return 'upper';
    if (rest.length === 0) return 'sentence';
    return rest.filter((word) => /^\p{Lu}/u.test(word)).length > rest.length / 2 ? 'title' : 'sentence';
  };
  if (document.language.lists === 'de') return 'German capitals do not tell one style of labels from another';
  const styles = new Map<string, (typeof labels)[number][]>();
  for (const one of labels) styles.set(styleOf(one.label), [...(styles.get(styleOf(one.label)) ?? []), one]);
  const sorted = [...styles].sort((a, b) => b[1].length - a[1].length);
  const stray = sorted.slice(1).flatMap(([, some]) => some);
  return {
    score: between(stray.length / labels.length, 0.5, 0),
    comment: `${labels.length} headings and buttons: ${listed(sorted.map(([style, some]) => `${some.length} in ${style} case`))}.`,
    suggestion:
      stray.length > 0
        ? `Set ${named(stray[0]?.label ?? '')} like the others.`
        : 'Compare sizes and colours on the screen; only the words were measured.',
    evidence: [...stray, ...labels].slice(0, 8).map((one) => at(document, one)),
  };
};

const messageMatch = (document: Document): Observation | string => {
  const acts = actionsOf(document).filter(({ label }) => label !== '');
  const [act] = acts;
  const promised = new Set([
    ...contentWords(document.title),
    ...document.headings.slice(0, 2).flatMap(({ label }) => contentWords(label)),
  ]);
  if (act === undefined || promised.size === 0) return 'there is no headline and act to compare';
  const shared = acts.filter(({ label }) => contentWords(label).some((word) => promised.has(word)));
  const inText = document.units.filter(({ lower }) =>
    contentWords(act.label).some((word) => lower.includes(word)),
  ).length;
  return {
    score: Math.min(4.7, 1.8 + (shared.length > 0 ? 1.6 : 0) + Math.min(1.3, inText * 0.35)),
    comment: `${shared.length} of ${count(acts.length, 'act')} share a word of meaning with the headline; the words of ${named(act.label)} come up in ${count(inText, 'passage')}.`,
    suggestion:
      shared.length === 0
        ? `Let ${named(act.label)} use the noun of the headline ${named(document.title)}.`
        : 'Use the same noun in the confirmation.',
    evidence: [...acts.map((one) => at(document, one)), at(document, { id: undefined, label: document.title })]
      .filter(({ quote, element }) => quote ?? element)
      .slice(0, 8),
  };
};

const reach = (document: Document): Observation | string => {
  const told = document.units.filter(({ lower }) =>
    /\b(?:hover|mouse ?over|right[- ]click|drag|double[- ]click|swipe|mit der maus|ziehen sie)\b/.test(lower),
  );
  const controls = document.links.length + document.buttons.length + document.fields.length;
  if (controls === 0 && told.length === 0) return 'no controls were read';
  const dead = document.links.filter(({ href }) => href === '' || href === '#' || /^javascript:/i.test(href));
  return {
    score: Math.max(1, between(dead.length / Math.max(1, document.links.length), 0.5, 0) - told.length * 0.8 - 0.3),
    comment: `${count(controls, 'control')} are real links, buttons or fields (${percent(controls - dead.length, Math.max(1, controls))} with a target or act of their own); ${count(told.length, 'passage')} ask for a pointer. Things that only look like controls were not seen.`,
    suggestion:
      dead.length > 0
        ? `Make ${named(dead[0]?.label ?? '')} a button, or give it a target.`
        : 'Go through the page once with the Tab key alone.',
    evidence: [
      ...told.map(({ text }) => quoting(text)),
      ...dead.map((one) => at(document, one)),
      ...document.buttons.map((one) => at(document, one)),
      ...document.links.map((one) => at(document, one)),
    ].slice(0, 8),
  };
};

/** Links, controls and pictures, by their words. */
export const linkProbes: readonly Probe[] = [
  {
    id: 'link-texts',
    names: 'links and buttons in a list|names and labels|way to more',
    topics: 'link anchor click target here',
    run: linkTexts,
  },
  {
    id: 'control-names',
    names: 'actions named|names and labels|component consistency',
    topics: 'button control label name act verb submit field',
    run: names,
  },
  {
    id: 'next-step',
    names: 'call to action|what next|offer and action|ending',
    topics: 'action call cta next step button offer convers ending',
    run: nextStep,
  },
  {
    id: 'competing-acts',
    names: 'one thing at a time|one message|visual hierarchy|ending',
    topics: 'compet decision message task one focus distract',
    run: competing,
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
  {
    id: 'alternative-texts',
    names: 'text alternatives|what only eyes get|without sound',
    topics: 'alternat alt image picture caption media icon',
    run: alternatives,
  },
  {
    id: 'eyes-only',
    names: 'what only eyes get|show, not tell',
    topics: 'emoji icon picture visual colour eyes chart',
    run: eyesOnly,
  },
  {
    id: 'form-fields',
    names:
      'friction|questions asked|typing spared|help at the moment|control fits data|forms and choices|minimisation and retention',
    topics: 'field form input type effort friction sign-up register',
    run: fields,
  },
  {
    id: 'label-case',
    names: 'component consistency|consistency|typography',
    topics: 'consisten component style case capital uniform system',
    run: labelCase,
  },
  {
    id: 'message-match',
    names: 'message match|path to the goal',
    topics: 'match headline button confirm same noun promise',
    run: messageMatch,
  },
  {
    id: 'reach',
    names: 'reachability',
    topics: 'keyboard reach pointer hover control operable',
    run: reach,
  },
];
