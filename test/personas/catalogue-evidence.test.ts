import { describe, expect, test } from '@jest/globals';
import { defaultPersonas } from '../../functions/personas/default-personas.ts';

const lines = defaultPersonas().flatMap(({ slug, evaluation_dimensions }) =>
  evaluation_dimensions.map(({ name, evidence = '' }) => ({ at: `${slug}: ${name}`, evidence })),
);

/**
 * Requests that one verbatim quote or one element cannot satisfy, each with lines of the first catalog.
 */
const REFUSED: Readonly<Record<string, readonly [pattern: RegExp, ...lines: string[]]>> = {
  'several passages': [
    / and |\bboth\b|\b(?:two|three) (?!ways\b)\w|\bthe three\b/,
    'both passages that disagree.',
    'two shapes that differ without reason.',
    'the two neighbouring passages that do not belong together, or the phrase that points at a place.',
    'question and answer.',
    'the three as they appear.',
  ],
  'a list': [
    /^(?:the )?(?:(?!(?:of|on|or|that|whose) )[a-z-]+ ){0,2}(?!words\b)[a-z-]*[^ius\W]s(?=[.,]| (?:as|before|exactly|in|next|of|or|that|within)\b)/,
    'the link texts exactly as they would be listed.',
    'the competing calls of one step.',
    'the values that are off the scale.',
    'the tags as they are.',
    'the competing messages.',
    'the fields or steps, counted.',
  ],
  'an order': [
    /\bin (?:order|sequence)\b|\bfirst, second\b|^the heading sequence/,
    'the headings in order.',
    'what is seen first, second and third, with their texts.',
    'the heading sequence, or the element that is not what it looks like.',
  ],
  'a count': [
    /\b(?:counted|numbered|number of)\b/,
    'the steps, numbered, with the avoidable one.',
    'the steps before the first result, counted.',
    'the level with its number of choices.',
  ],
  'a comparison': [
    /\bside by side\b|\bbeside\b|\bsurroundings\b/,
    'headline, button and confirmation side by side.',
    'the claim beside the evidence offered for it.',
    "the button's surroundings.",
  ],
  'a correction': [
    /\bcorrection\b|\breplacement\b|\bplain version\b|\bthe shorter one\b|\bbetter one\b|\bwith the everyday\b/,
    'the wrong words, with the correction.',
    'the sentence, and the shorter one.',
    'the hardest sentence, with a plain version.',
    'the word or example, with a replacement.',
  ],
  'a companion': [
    /\bwith (?:a|an|his|its|the|their|what|where)\b/,
    'the control with its label, or the ambiguous link text.',
    'the passage that could be cut, with its time.',
    'the claim with what stands next to it.',
    'the vague duty, with the missing part.',
  ],
  'a description': [
    /(?:^|, |\band |\bor )(?:how|what|when|where|whom|why)\b/,
    'where and how long it appears.',
    'the clause, and whom it burdens.',
    'what must be remembered, and where it was said.',
  ],
  'an absence': [
    /\b(?:its|their|the) (?:absence|lack)\b|\bor the (?:blind spot|gap|missing|unanswered)\b|\bstate that there\b/,
    'the byline, or its absence.',
    'the claim, or state that there is none.',
    'the alarm or the blind spot.',
    'the statement, and its source or the lack of one.',
  ],
};

const kinds = Object.entries(REFUSED).map(([kind, [pattern, ...old]]) => ({ kind, pattern, old }));
const isRefused = (pattern: RegExp, evidence: string) =>
  pattern.test(evidence.replace(/\bone of the two [a-z]+/, 'one'));

describe('the evidence of the catalog', () => {
  test('is requested by every dimension', () => {
    expect(lines.length).toBeGreaterThanOrEqual(240);
    expect(lines.filter(({ evidence }) => !/^(?:the|a|one of the) /.test(evidence))).toEqual([]);
  });

  test.each(kinds)('never asks for $kind', ({ pattern }) => {
    expect(lines.filter(({ evidence }) => isRefused(pattern, evidence))).toEqual([]);
  });

  test.each(kinds)('fails this check for $kind in the wording of the first catalog', ({ pattern, old }) => {
    expect(old.filter((evidence) => !isRefused(pattern, evidence))).toEqual([]);
  });

  test('puts the second of two passages in the comment', () => {
    const halves = lines.filter(({ evidence }) => evidence.includes('one of the two '));
    expect(halves.length).toBeGreaterThan(0);
    expect(halves.filter(({ evidence }) => !evidence.endsWith('; name the other in the comment.'))).toEqual([]);
  });
});
