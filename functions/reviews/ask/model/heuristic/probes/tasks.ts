import { between, count, type Observation, type Probe, quoting } from '../observation.ts';
import { placesFor } from '../places.ts';
import type { Document } from '../read-document.ts';

const DUTY =
  /\b(?:must|shall|has to|have to|is required|are required|it is required|need(?:s)? to|obliged|muss|müssen|ist verpflichtet|hat zu|sind zu|ist zu)\b/;
const DUE =
  /\b(?:by|within|before|until|no later than|on) (?:the )?(?:\d|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|end of)|\b\d+ (?:business |working )?(?:days|weeks|months|hours)|\bbis (?:zum|spätestens|\d)|\binnerhalb/;
const LOOSE =
  /\b(?:in due (?:time|course)|best efforts|reasonable (?:time|efforts|endeavours)|as soon as possible|promptly|without undue delay|timely|where appropriate|zeitnah|unverzüglich|baldmöglichst|nach möglichkeit)\b/;
const duties = (document: Document): Observation | string => {
  const { units } = document;
  const found = units.filter(({ lower }) => DUTY.test(lower) || LOOSE.test(lower));
  if (document.language.lists === undefined)
    return `words of duty are known in English and German, and this is in ${document.language.name}`;
  if (found.length === 0) return 'no words of duty (“must”, “shall”, “have to”) were found';
  const dated = found.filter(({ lower }) => DUE.test(lower));
  const loose = found.filter(({ lower }) => LOOSE.test(lower) && !DUE.test(lower));
  const faceless = found.filter(({ lower }) =>
    /\bit is required|\b(?:must|shall|has to|have to) be \w+(?:ed|en|de|ne)\b|\bis to be\b|\bist zu\b|\bsind zu\b/.test(
      lower,
    ),
  );
  const rest = found.filter((one) => !dated.includes(one));
  return {
    score: Math.max(
      1,
      Math.min(
        4.8,
        between(dated.length / found.length, 0, 0.6) * 0.6 +
          between((faceless.length + loose.length) / found.length, 0.8, 0) * 0.4,
      ),
    ),
    comment: `${count(found.length, 'duty', 'duties')} in words: ${dated.length} with a date or period, ${faceless.length} without anybody who acts, ${loose.length} with a loose “in due time”.`,
    evidence: [
      ...loose.map(({ text }) => quoting(text, 'The quoted one has no date.', 'Put a number of days in its place.')),
      ...faceless.map(({ text }) =>
        quoting(text, 'In the quoted one nobody acts.', 'Say who: “You send …”, “The supplier delivers …”.'),
      ),
      ...rest.map(({ text }) => quoting(text, 'The quoted one has no date.', 'Add by when, and what counts as done.')),
      ...dated.map(({ text }) => quoting(text)),
    ].slice(0, 8),
  };
};

const testable = (document: Document): Observation | string => {
  const found = document.units.filter(({ lower }) =>
    /\b(?:must|shall|should|will|can|needs? to|allows?|supports?|muss|müssen|soll|sollen|kann)\b/.test(lower),
  );
  if (document.language.lists === undefined)
    return `words of requirement are known in English and German, and this is in ${document.language.name}`;
  if (found.length === 0) return 'no statements with “must”, “shall”, “should” or “can” were found';
  const measurable = found.filter(({ lower }) =>
    /\d|\b(?:if|when|unless|only|each|none|exactly|at (?:most|least)|error|wenn|falls|nur|höchstens|mindestens)\b/.test(
      lower,
    ),
  );
  const soft = found.filter(({ lower }) =>
    /\b(?:user[- ]friendly|fast|quick(?:ly)?|easy|easily|intuitive|modern|flexible|robust|scalable|seamless(?:ly)?|etc|appropriate|simple|efficient(?:ly)?|schnell|einfach|benutzerfreundlich|modern|usw)\b/.test(
      lower,
    ),
  );
  return {
    score: Math.max(1, between(measurable.length / found.length, 0.1, 0.8) - (soft.length / found.length) * 1.5),
    comment: `${measurable.length} of ${count(found.length, 'statement')} with “must”, “should” or “can” hold a number, a condition or a limit; ${soft.length} rest on a word nobody can fail, such as “fast” or “easy”.`,
    evidence: [
      ...soft.map(({ text }) =>
        quoting(
          text,
          'Nobody could fail the quoted one.',
          'Say the condition, the act and the result that is seen, with a number.',
        ),
      ),
      ...found
        .filter((one) => !measurable.includes(one))
        .map(({ text }) =>
          quoting(text, 'The quoted one has no number or condition.', 'Add when it holds, and how one sees it.'),
        ),
      ...measurable.map(({ text }) => quoting(text, 'The quoted one can be seen to hold or fail.')),
    ].slice(0, 8),
  };
};

const ordered = (document: Document): Observation | string => {
  const { units, words } = document;
  const steps = units.filter(
    ({ text, lower }) =>
      /^\s*(?:\d{1,2}[.)]|step \d|schritt \d)/i.test(text) ||
      /^(?:first|then|next|finally|after that|zuerst|dann|danach|zum schluss),? /.test(lower),
  );
  const acts = units.filter(({ lower }) =>
    /^\s*(?:\d{1,2}[.)] |[-*•] )?(?:please |bitte )?(?:open|click|choose|select|enter|type|run|install|go|press|tap|check|send|sign|add|create|copy|set|start|download|upload|fill|read|wait|confirm|öffnen|klicken|wählen|geben|starten|prüfen|senden|laden)\b/.test(
      lower,
    ),
  );
  const all = [...new Set([...steps, ...acts])];
  if (words < 20) return 'there are too few words for steps';
  if (all.length === 0)
    return {
      score: 1.9,
      comment: `No numbered step and no sentence that begins with an instruction was found in ${count(words, 'word')}.`,
      suggestion: 'Write what is to be done as numbered steps, each beginning with its verb.',
      evidence: placesFor(document, 'end').map((place) => ({
        ...place,
        say: 'They would belong near what is quoted.',
      })),
    };
  const numbered = steps.filter(({ text }) => /^\s*\d/.test(text)).length;
  const crowded = all.filter(
    (unit) =>
      unit.words > 25 || /\b(?:and|und) (?:then )?(?:click|open|choose|select|enter|run|press|dann)\b/.test(unit.lower),
  );
  return {
    score: Math.max(
      1,
      3 + (numbered >= 2 ? 1 : 0) + Math.min(0.6, all.length * 0.1) - (crowded.length / all.length) * 1.8,
    ),
    comment: `${count(all.length, 'step')} in words, ${numbered} of them numbered; ${crowded.length} hold more than one act or more than 25 words.`,
    suggestion:
      crowded.length === 0 ? (numbered < 2 ? 'Number them.' : 'Say after each what one then sees.') : undefined,
    evidence: [
      ...crowded.map(({ text }) => quoting(text, 'The quoted step holds several.', 'One act to a step.')),
      ...all.map(({ text }) => quoting(text)),
    ].slice(0, 8),
  };
};

/** What readers are to do. */
export const taskProbes: readonly Probe[] = [
  {
    id: 'duties',
    names: 'duties and deadlines|before one starts|usable|next steps and questions',
    topics: 'duty deadline must obligation owner date',
    run: duties,
  },
  {
    id: 'testable',
    names: 'testable statements|scope',
    topics: 'testab requirement statement measurab accept verify',
    run: testable,
  },
  {
    id: 'steps',
    names: 'path to the goal|time to first success|first result|usable|steps that match|first moves',
    topics: 'step instruct task path goal action do order procedure',
    run: ordered,
  },
];
