import { between, count, listed, named, type Observation, type Probe, percent, quoting } from '../observation.ts';
import { actionsOf, placesFor, typical } from '../places.ts';
import { contentWords, type Document } from '../read-document.ts';
import { at } from './links.ts';

const GENERIC =
  /^(?:submit|ok|okay|yes|no|continue|next|go|send|click here|enter|done|confirm|more|learn more|absenden|weiter|senden|bestätigen|los|ja|nein|mehr)$/i;
const controlNames = (document: Document): Observation | string => {
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
  if (acts.length < 2 && document.words < 60) return 'nothing competes in so short a text';
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

/** What acts, and what is asked for. */
export const controlProbes: readonly Probe[] = [
  {
    id: 'control-names',
    names: 'actions named|names and labels|look of like parts|component consistency',
    topics: 'button control label name act verb submit field',
    run: controlNames,
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
