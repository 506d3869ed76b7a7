import type { PersonaAsRun } from '../../../rows.ts';
import type { Answer } from '../answer.ts';
import type { PersonaQuestion } from '../model.ts';
import { type Choice, candidatesFor, chooseProbes } from './choose-probes.ts';
import { count, type Evidence, listed, named, type Observation, percent } from './observation.ts';
import { placeholderUnits } from './probes/beginnings.ts';
import { probes } from './probes.ts';
import { type Document, readDocument } from './read-document.ts';
import { easeInWords, readability } from './readability.ts';

interface Judged {
  score: Answer['scores'][number];
  finding: Answer['findings'][number] | undefined;
}

/** From this score on, a measure found next to nothing to criticize. */
const STRENGTH_FROM = 4.5;

const [MAX_COMMENT, MAX_SUGGESTION, MAX_SUMMARY] = [1000, 600, 1900];
const cut = (text: string, most: number): string =>
  text.length <= most ? text.toWellFormed() : `${text.slice(0, most).toWellFormed().trim()}…`;
const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

const unmeasured = ({ dimension, reason }: Choice, must_score: boolean): Judged => {
  const why = `No heuristic speaks to ${named(dimension.name)}${reason ? `: ${reason}` : ''}.`;
  const score = { dimension: dimension.name, score: must_score ? 3 : null, reason: must_score ? null : cut(why, 300) };
  const comment = `${why} An AI or a person must judge it; the 3 only holds the place.`;
  const finding = {
    dimension: dimension.name,
    kind: 'fault' as const,
    evidence: [],
    comment: cut(comment, MAX_COMMENT),
    severity: 1,
    fix: dimension.evidence
      ? { before: null, after: cut(`Look for ${lowerFirst(dimension.evidence)}`, MAX_SUGGESTION), effort: null }
      : null,
  };
  return { score, finding: must_score ? finding : undefined };
};

const keyOf = ({ quote, element }: Evidence): string => quote ?? `#${element ?? ''}`;

const severityOf = (score: number): number => (score < 2 ? 3 : score < 3 ? 2 : 1);

const judged = (choice: Choice, used: Set<string>, must_score: boolean): Judged => {
  const { dimension, observation } = choice;
  if (observation === undefined) return unmeasured(choice, must_score);
  const all = observation.evidence.filter(({ quote, element }) => quote ?? element);
  const evidence = all.find((one) => !used.has(keyOf(one))) ?? all[0];
  if (evidence) used.add(keyOf(evidence));
  const score = Math.round(observation.score * 10) / 10;
  const isStrength = score >= STRENGTH_FROM;
  const best = dimension.anchors?.['5'];
  const suggestion =
    evidence?.suggestion ?? observation.suggestion ?? (best ? `A 5 looks like this: ${best}` : undefined);
  return {
    score: { dimension: dimension.name, score, reason: null },
    finding: {
      dimension: dimension.name,
      kind: isStrength ? 'strength' : 'fault',
      evidence: evidence ? [{ quote: evidence.quote ?? null, element: evidence.element ?? null, region: null }] : [],
      comment: cut([observation.comment, !isStrength && evidence?.say].filter(Boolean).join(' '), MAX_COMMENT),
      severity: isStrength ? null : severityOf(score),
      fix: suggestion && !isStrength ? { before: null, after: cut(suggestion, MAX_SUGGESTION), effort: null } : null,
    },
  };
};

const overview = (document: Document): string => {
  const { words, sentences, headings, links, images, pictures, turns, language } = document;
  const parts = [
    `${count(words, 'word')}${words > 0 ? ` in ${language.name}` : ''}`,
    sentences.length > 0 ? count(sentences.length, 'sentence') : '',
    headings.length > 0 ? count(headings.length, 'heading') : '',
    links.length > 0 ? count(links.length, 'link') : '',
    images.length > 0 ? count(images.length, 'picture') : pictures.length > 0 ? count(pictures.length, 'picture') : '',
    turns.length > 0 ? count(turns.length, 'turn') : '',
  ].filter(Boolean);
  const measured = words >= 30 ? readability(document) : undefined;
  return `${listed(parts, 8)}${measured ? `, reading ease ${measured.ease} (${easeInWords(measured.ease)})` : ''}.`;
};

/** What one word of a note is worth. */
const ONE_WORD = 6;

/** What the words of a note's comment point at, measured on what the note captured. */
const onComment = (document: Document): string => {
  const { comment, elements } = document.content;
  if (comment === null) return '';
  const [element] = elements;
  const told = candidatesFor(probes, null, { name: comment.slice(0, 500), description: '', weight: 1 }, ONE_WORD)
    .slice(0, 8)
    .map(({ probe }) => probe.run(document))
    .filter((one) => typeof one !== 'string')
    .reduce<Observation | undefined>((least, one) => (least && least.score <= one.score ? least : one), undefined);
  return `The note says ${named(comment, 160)}; this model does not understand it, and measured what the note captured${element ? ` (${element.kind} ${named(element.label || element.id)})` : ''}.${told ? ` The lowest measure that shares words with it: ${told.comment}` : ''}`;
};

const notice = (document: Document): string => {
  const { content } = document;
  const left = placeholderUnits(document);
  return [
    left.length > 0
      ? `Attention: ${count(left.length, 'placeholder')} left in the text, such as ${named(left[0]?.text ?? '')}.`
      : '',
    content.cut ? `Only the first ${percent(content.cut.kept, content.cut.of)} of the content were measured.` : '',
    document.language.lists === undefined && document.words > 0
      ? 'The word lists know English and German; for this text only measures that need no language could be taken.'
      : '',
  ]
    .filter(Boolean)
    .join(' ');
};

const firstSentence = (text: string): string => /^.{20,}?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;

const summarize = (
  persona: PersonaAsRun,
  document: Document,
  all: readonly Judged[],
  silent: readonly string[],
): string => {
  const told = all
    .filter(({ score }) => !silent.includes(score.dimension))
    .map(({ score: { dimension, score }, finding }) => ({
      dimension,
      score: score ?? 0,
      comment: finding?.comment ?? '',
      suggestion: finding?.fix?.after,
    }))
    .sort((a, b) => b.score - a.score);
  const [best, worst] = [told[0], told.at(-1)];
  const verdict =
    best === undefined || worst === undefined
      ? `Nothing measured speaks to what ${persona.name} looks at.`
      : best === worst || best.score === worst.score
        ? `${named(best.dimension)} has ${best.score}.`
        : `Best by these measures is ${named(best.dimension)} (${best.score}); weakest is ${named(worst.dimension)} (${worst.score}): ${firstSentence(worst.comment)}${worst.suggestion ? ` ${worst.suggestion}` : ''}`;
  const open =
    silent.length > 0
      ? `${silent.length} of ${count(all.length, 'dimension')} cannot be measured: ${listed(silent.map((name) => named(name)))}.`
      : '';
  return cut(
    [
      'Measured, not read: no AI answered; stated heuristics counted what can be counted.',
      overview(document),
      onComment(document),
      verdict,
      open,
      notice(document),
    ]
      .filter(Boolean)
      .join(' '),
    MAX_SUMMARY,
  );
};

/** The same question gives the same answer, whatever the order of its dimensions; no content makes it throw. */
export const answerQuestion = ({ persona, dimensions, content, must_score = false }: PersonaQuestion): Answer => {
  const document = readDocument(content);
  const all = persona.evaluation_dimensions.length > 0 ? persona.evaluation_dimensions : dimensions;
  const inPersona = all.filter(({ name }) => dimensions.some((one) => one.name === name));
  const others = dimensions.filter(({ name }) => !all.some((one) => one.name === name));
  const choices = chooseProbes(probes, persona.slug, [...inPersona, ...others], document);
  const used = new Set<string>();
  const answers = choices.map((choice) => judged(choice, used, must_score));
  const silent = choices.filter(({ observation }) => observation === undefined).map(({ dimension }) => dimension.name);
  const inOrder = dimensions.flatMap(({ name }) => answers.find(({ score }) => score.dimension === name) ?? []);
  return {
    findings: inOrder.flatMap(({ finding }) => finding ?? []),
    scores: inOrder.map(({ score }) => score),
    summary: summarize(persona, document, answers, silent),
  };
};
