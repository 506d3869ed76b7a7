import { between, count, listed, named, type Observation, type Probe, quoting } from '../observation.ts';
import { actionsOf, placesFor, typical } from '../places.ts';
import type { Document } from '../read-document.ts';

/** What was left to be filled in. */
export const placeholderUnits = ({ units }: Document) =>
  units.filter(({ text }) =>
    /lorem ipsum|dolor sit amet|\bTODO\b|\bTBD\b|\bFIXME\b|\bXXX\b|\[(?:insert|your|name|company|date|placeholder|to be)[^\]]{0,60}\]|\{\{[^}]{1,40}\}\}|<your[^>]{0,40}>|your text here|placeholder text|mustertext|platzhalter/i.test(
      text,
    ),
  );

const DEFINES =
  /\b(?:is|are) (?:a|an|the|your)\b|\blets? you\b|\bhelps? (?:you|teams?|people)\b|\bwe (?:make|build|offer|help|sell|run|teach|repair|are)\b|\bfor \w+|\bist (?:ein|eine|der|die|das)\b|\bwir (?:bieten|bauen|helfen|machen|sind)\b|\bthis (?:is|guide|page|document|letter|notice|library|report|proposal)\b/;
const WORN =
  /\b(?:innovative|leading|world-class|best-in-class|cutting-edge|next-generation|solutions?|seamless(?:ly)?|leverage|empower\w*|synerg\w+|revolutionary|passionate|holistic(?:ally)?|enterprise-grade|transform\w*|ganzheitlich\w*|innovativ\w*|lösungen|führend\w*)\b/g;

const firstScreen = (document: Document): Observation | string => {
  const first = document.units.filter(({ before, kind }) => before < 100 && kind !== 'navigation');
  if (document.words < 12 || first.length === 0) return 'there are too few words for a first screen';
  const text = first.map(({ lower }) => lower).join(' ');
  const acts = actionsOf(document);
  const checks = [
    ['what it is', DEFINES.test(text)],
    [
      'for whom',
      /\bfor (?!free\b|the (?:first|last|time)\b|\d)\w+|\byou(?:r)?\b|\bfür\b|\bsie\b|\bihr\w{0,2}\b/.test(text),
    ],
    [
      'a result or figure',
      /\d|\bsave|\bwithout\b|\bin minutes|\bless\b|\bfaster|\bso that\b|\bohne\b|\bspar/.test(text),
    ],
    [
      'a next step',
      acts.some(({ label }) => label !== '' && text.includes(label.toLowerCase())) ||
        /\b(?:install|try|start|book|read|sign up|see below|npm |download|apply|jetzt|starten)\b/.test(text),
    ],
  ] as const;
  const told = checks.filter(([, is]) => is).map(([name]) => name);
  const missing = checks.filter(([, is]) => !is).map(([name]) => name);
  const opening = first.find(({ kind }) => kind !== 'heading') ?? first[0];
  const worn = text.match(WORN)?.length ?? 0;
  return {
    score: Math.max(1, 1.3 + told.length * 0.85 - ((opening?.words ?? 0) > 30 ? 0.6 : 0) - Math.min(1.5, worn * 0.3)),
    comment: `The first 100 words tell ${told.length === 0 ? 'none' : listed(told)} of four things; ${missing.length === 0 ? 'none is missing' : `no words for ${listed(missing)}`}. The first sentence has ${opening?.words ?? 0} words; worn words among the 100: ${worn}.`,
    suggestion:
      missing.length > 0
        ? `Say ${missing[0]} in the first sentence.`
        : 'Show the first sentence to a stranger and ask what it is.',
    evidence: first
      .filter(({ kind }) => kind !== 'heading')
      .concat(first)
      .map(({ text: quote }) => quoting(quote)),
  };
};

const timeToPoint = (document: Document): Observation | string => {
  const { units, words, keywords } = document;
  if (words < 60) return 'the text is too short to keep anybody waiting';
  const subject = keywords[0];
  const naming = units.find(({ lower }) => subject !== undefined && lower.includes(subject));
  const acts = actionsOf(document)
    .map(({ label }) => label.toLowerCase())
    .filter((label) => label.length > 3);
  const action = units.find(
    ({ lower }) =>
      acts.some((label) => lower.includes(label)) ||
      /^(?:\d+[.)] |please |bitte |run |install |open |go to |click )/.test(lower),
  );
  const useful = units.find(({ lower, kind }) => kind !== 'heading' && DEFINES.test(lower));
  const wait = Math.max(naming?.before ?? words, useful?.before ?? words);
  return {
    score: (between(wait, 150, 10) * 2 + between(action?.before ?? words, 600, 60)) / 3,
    comment: `${naming ? `The subject ${named(subject ?? '')} is first named after ${naming.before} words` : 'No word comes back often enough to be the subject'}, a sentence that says what this is comes ${useful ? `after ${useful.before}` : 'nowhere'}, something to do ${action ? `after ${action.before}` : 'nowhere'} (of ${words}; 150 are a minute of listening).`,
    suggestion:
      (action?.before ?? words) > 150 ? 'Move the first thing to do up, next to what this is.' : 'Keep this order.',
    evidence: [useful, action, naming]
      .flatMap((unit) => (unit ? [quoting(unit.text)] : []))
      .concat(placesFor(document, 'start')),
  };
};

const placeholders = (document: Document): Observation | string => {
  const found = placeholderUnits(document);
  if (document.words === 0) return 'there is no text';
  const empty = document.content.elements.filter(
    ({ kind, label }) => label === '' && kind !== 'page' && kind !== 'screenshot',
  );
  return {
    score: Math.max(1, 4.4 - found.length * 1.5 - Math.min(2, empty.length * 0.3)),
    comment: `${count(found.length, 'placeholder')} (lorem ipsum, TODO, brackets to fill in) and ${count(empty.length, 'element')} without any text. How long and missing content behaves cannot be measured here.`,
    suggestion:
      found.length > 0
        ? 'Replace the placeholder before anybody reads it.'
        : 'Try the longest real name and an empty one.',
    evidence: [
      ...found.slice(0, 4).map(({ text }) => quoting(text, 'The quoted text is a placeholder.')),
      ...empty.slice(0, 3).map(({ id, kind }) => ({ element: id, say: `This ${kind} has no text.` })),
      ...typical(document),
    ],
  };
};

/** What the beginning tells, and what was left open. */
export const beginningProbes: readonly Probe[] = [
  {
    id: 'first-screen',
    names: 'what is this|name and first lines|category|first small view|what and why first',
    topics: 'first screen stranger view opening what purpose seconds',
    run: firstScreen,
  },
  {
    id: 'time-to-point',
    names: 'time to the point|relevant|answer first|opening minute|hook and pace',
    topics: 'early soon begin point first wait start before',
    run: timeToPoint,
  },
  {
    id: 'placeholders',
    names: 'extremes of content',
    topics: 'placeholder extreme missing unfinished empty',
    run: placeholders,
  },
];
