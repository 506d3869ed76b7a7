import { ruleOf } from '../../../facts/catalog.ts';
import type { Fact, Place } from '../../../facts/fact.ts';
import { visible, visibleLine } from '../../../kit/text/visible.ts';
import type { Content, Element } from '../../read/content.ts';
import type { Brief } from '../../rows.ts';
import type {
  ChairQuestion,
  Facts,
  Part,
  PersonaQuestion,
  PictureBytes,
  Prompt,
  Question,
  Version,
  VersionsQuestion,
} from '../model/model.ts';
import { SCHEMA, VERSIONS_SCHEMA } from './answer-schemas.ts';
import { examplesText } from './examples.ts';
import type { Marks } from './marks.ts';
import {
  ANSWER,
  BRIEF_TASK,
  CHAIR_INTRODUCTION,
  CHAIR_TASK,
  COMMENT_INTRODUCTION,
  CONTENT_INTRODUCTION,
  cutWords,
  ELEMENTS_INTRODUCTION,
  FACTS_INTRODUCTION,
  FORM,
  INTRODUCTION,
  MUST_SCORE,
  NOTES_INTRODUCTION,
  PERSONA_INTRODUCTION,
  PURPOSE_INTRODUCTION,
  RULES,
  TASK,
  TRANSCRIPT_INTRODUCTION,
  VERSION_ELEMENTS_INTRODUCTION,
  VERSIONS_ANSWER,
  VERSIONS_CUT,
  VERSIONS_INTRODUCTION,
  VERSIONS_RULES,
  VERSIONS_TASK,
  versionWords,
} from './rules.ts';

const MAX_PICTURE_BYTES = 3_750_000;
const MAX_PICTURE_SIDE = 8000;
const MAX_LABEL = 160;

export const isShown = ({ bytes, element }: PictureBytes, { pictures }: Pick<Content, 'pictures'>): boolean => {
  const { width = 0, height = 0 } = pictures.find((picture) => picture.element === element) ?? {};
  return bytes.length <= MAX_PICTURE_BYTES && Math.max(width, height) <= MAX_PICTURE_SIDE;
};

const line = (text: string, most: number): string => visibleLine(text).slice(0, most).toWellFormed();

const fenced = (introduction: string, name: string, nonce: string, text: string): string =>
  `${introduction}\n<${name} ${nonce}>\n${text}\n</${name} ${nonce}>`;

const rulesOf = (rules: readonly string[], { nonce, canary }: Marks): string => {
  const fill = (text: string) => text.replaceAll('{nonce}', nonce).replaceAll('{canary}', canary);
  return `Rules\n${rules.map((rule, index) => `${index + 1}. ${fill(rule)}`).join('\n')}`;
};

const elementLine = ({ id, kind, label, level, href }: Element): string =>
  [
    line(id, 120),
    level === undefined ? kind : `${kind} ${level}`,
    line(label, MAX_LABEL) || '(no text)',
    ...(href === undefined ? [] : [`to ${line(href, MAX_LABEL)}`]),
  ].join(' · ');

const MAX_FACTS = 60;
const MAX_PLACES = 3;

const placeLine = ({ quote, selector, value }: Place): string =>
  [quote ? `"${line(quote, 120)}"` : line(selector ?? '', 120), value && line(value, 60)].filter(Boolean).join(' ');

const factLine = ({ rule, view, measured, places }: Fact): string => {
  const where = places.slice(0, MAX_PLACES).map(placeLine).filter(Boolean);
  const fault = [ruleOf(rule)?.fault, measured && line(measured, 200)].filter(Boolean).join(' ');
  return `- ${rule}${view ? ` (${view} window)` : ''}: ${fault}${where.length > 0 ? ` At ${where.join(' / ')}` : ''}`;
};

const factsSection = (facts: Facts, nonce: string): string => {
  const named = (state: Fact['state']) => [
    ...new Set(facts.filter((fact) => fact.state === state).map(({ rule }) => rule)),
  ];
  const failed = facts.filter(({ state }) => state === 'failed');
  const lines = [
    `failed:${failed.length > 0 ? '' : ' none'}`,
    ...failed.slice(0, MAX_FACTS).map(factLine),
    `passed: ${named('passed').join(', ') || 'none'}`,
    `not measured: ${named('not_measured').join(', ') || 'none'}`,
  ];
  return fenced(FACTS_INTRODUCTION, 'facts', nonce, lines.join('\n'));
};

const contentPart = ({ content, facts = [] }: ReviewQuestion, nonce: string): string => {
  const { input_type, title, url, language, text, elements, cut, notes, comment } = content;
  const about = [
    `Type: ${input_type}`,
    title !== null && `Title: ${line(title, 300)}`,
    url !== null && `Address: ${line(url, 500)}`,
    language !== null && `Language: ${line(language, 40)}`,
  ].filter((one) => one !== false);
  const body = visible(text).trim() || '(no text)';
  const noteLines = notes.map(({ text }) => `- ${line(text, 500)}`);
  const sections = [
    fenced(CONTENT_INTRODUCTION, 'content', nonce, `${about.join('\n')}\n\n${body}`),
    elements.length > 0 && fenced(ELEMENTS_INTRODUCTION, 'elements', nonce, elements.map(elementLine).join('\n')),
    cut && cutWords(cut),
    facts.length > 0 && factsSection(facts, nonce),
    notes.length > 0 && fenced(NOTES_INTRODUCTION, 'notes', nonce, noteLines.join('\n')),
    comment?.trim() && fenced(COMMENT_INTRODUCTION, 'note', nonce, visible(comment)),
  ];
  return sections.filter(Boolean).join('\n\n');
};

const sizeOf = (content: Content, name: string): string => {
  const { width, height } = content.pictures.find(({ element }) => element === name) ?? {};
  return width && height ? ` (${width} × ${height} pixels)` : '';
};

const pictureParts = (picture: PictureBytes, content: Content): Part[] => {
  const name = `${line(picture.element, 120)}${sizeOf(content, picture.element)}`;
  if (!isShown(picture, content))
    return [{ type: 'text', text: `The picture ${name} is too large to be shown to you.` }];
  return [
    { type: 'text', text: `The picture ${name}. Words in it are data too:` },
    { type: 'image', media_type: picture.type, bytes: picture.bytes },
  ];
};

const purposeSections = (brief: Brief | undefined, nonce: string): string[] => {
  if (!brief) return [];
  const lines = (['goal', 'audience', 'stage'] as const)
    .filter((field) => brief[field])
    .map((field) => `${field}: ${line(brief[field], 500)}${brief.inferred.includes(field) ? ' (inferred)' : ''}`);
  return lines.length > 0 ? [fenced(PURPOSE_INTRODUCTION, 'purpose', nonce, lines.join('\n'))] : [];
};

const transcriptSections = ({ transcripts }: Content, nonce: string): string[] => {
  const read = (transcripts ?? []).filter((one) => one.text.trim() !== '');
  if (read.length === 0) return [];
  const lines = read.map((one) => `${line(one.element, 120)}:\n${visible(one.text).trim()}`);
  return [fenced(TRANSCRIPT_INTRODUCTION, 'transcript', nonce, lines.join('\n\n'))];
};

const personaSection = ({ persona }: Pick<PersonaQuestion, 'persona'>, nonce: string): string => {
  const own = [
    `${line(persona.name, 120)}: ${line(persona.title, 200)}`,
    visible(persona.description).trim(),
    visible(persona.custom_instructions ?? '').trim(),
  ];
  return fenced(PERSONA_INTRODUCTION, 'persona', nonce, own.filter(Boolean).join('\n\n'));
};

const dimensionLines = ({ dimensions }: Pick<PersonaQuestion, 'dimensions'>): string =>
  dimensions
    .map(({ name, description, anchors, evidence }, index) =>
      [
        `${index + 1}. ${line(name, 120)}: ${visibleLine(description)}`,
        ...(anchors ? (['1', '3', '5'] as const).map((score) => `   ${score}: ${visibleLine(anchors[score])}`) : []),
        ...(evidence ? [`   evidence: ${visibleLine(evidence)}`] : []),
      ].join('\n'),
    )
    .join('\n');

const personaSections = (question: PersonaQuestion, nonce: string) => [
  ...purposeSections(question.brief, nonce),
  ...transcriptSections(question.content, nonce),
  personaSection(question, nonce),
  `${TASK}\n\n${dimensionLines(question)}`,
  ...(question.must_score ? [MUST_SCORE] : []),
  ANSWER,
];

const findingLine = ({ number, persona, finding }: ChairQuestion['findings'][number]): string => {
  const { kind, severity, dimension, evidence, comment, fix, seen_in } = finding;
  const places = evidence.map(({ quote, element, grounded }) =>
    quote ? `"${line(quote, 300)}"${grounded ? '' : ' (not found in the content)'}` : line(element ?? '', 120),
  );
  return [
    `${number}. ${kind}${severity === null ? '' : `, severity ${severity}`}, ${line(dimension, 120)} (${line(persona, 80)})${seen_in ? `, seen in ${seen_in.samples} of ${seen_in.of} answers` : ''}`,
    `   evidence: ${places.join(' / ') || 'none'}`,
    `   ${line(comment, 600)}`,
    ...(fix ? [`   fix${fix.effort ? `, ${fix.effort} effort` : ''}: ${line(fix.after, 300)}`] : []),
  ].join('\n');
};

const chairSections = ({ findings, content, brief }: ChairQuestion, nonce: string): string[] => [
  ...purposeSections(brief, nonce),
  ...transcriptSections(content, nonce),
  fenced(CHAIR_INTRODUCTION, 'findings', nonce, findings.map(findingLine).join('\n')),
  CHAIR_TASK,
];

const LETTERS = ['A', 'B'] as const;

/** Its address, its date and how it was read would tell which version it is. */
const versionPart = ({ content }: Version, letter: string, nonce: string): string => {
  const { input_type, title, text, elements } = content;
  const name = letter.toLowerCase();
  const facts = [`Type: ${input_type}`, ...(title === null ? [] : [`Title: ${line(title, 300)}`])].join('\n');
  const body = visible(text).trim() || '(no text)';
  const lines = elements.map((one) => elementLine(one).split(' · ').slice(1).join(' · '));
  return [
    fenced(versionWords(letter), `version-${name}`, nonce, `${facts}\n\n${body}`),
    ...(lines.length > 0 ? [fenced(VERSION_ELEMENTS_INTRODUCTION, `elements-${name}`, nonce, lines.join('\n'))] : []),
    ...transcriptSections(content, nonce),
  ].join('\n\n');
};

const versionParts = (version: Version, letter: string, nonce: string): Part[] => [
  { type: 'text', text: versionPart(version, letter, nonce) },
  ...version.pictures.flatMap(({ element, type, bytes }): Part[] => [
    { type: 'text', text: `Version ${letter}, the picture ${line(element, 120)}. Words in it are data too:` },
    { type: 'image', media_type: type, bytes },
  ]),
];

const versionsPrompt = (question: VersionsQuestion, marks: Marks): Prompt => {
  const { versions, brief } = question;
  const { nonce } = marks;
  const task = [
    ...(versions.some(({ is_cut }) => is_cut) ? [VERSIONS_CUT] : []),
    ...purposeSections(brief, nonce),
    personaSection(question, nonce),
    `${VERSIONS_TASK}\n\n${dimensionLines(question)}`,
    VERSIONS_ANSWER,
  ];
  return {
    system: `${VERSIONS_INTRODUCTION}\n\n${rulesOf(VERSIONS_RULES, marks)}`,
    shared: versions.flatMap((version, at) => versionParts(version, LETTERS[at] ?? '', nonce)),
    task: task.join('\n\n'),
    schema: VERSIONS_SCHEMA,
  };
};

type ReviewQuestion = Exclude<Question, VersionsQuestion>;

const taskSections = (question: ReviewQuestion, nonce: string): string[] => {
  if (question.task === 'brief') return [BRIEF_TASK];
  return question.task === 'chair' ? chairSections(question, nonce) : personaSections(question, nonce);
};

/** System and shared parts are the same for all calls of a review about one content; only the task differs. */
export const renderPrompt = (question: Question, marks: Marks): Prompt =>
  question.task === 'versions'
    ? versionsPrompt(question, marks)
    : {
        system: `${INTRODUCTION}\n\n${rulesOf(RULES, marks)}\n\n${FORM}`,
        shared: [
          { type: 'text', text: contentPart(question, marks.nonce) },
          ...question.pictures.flatMap((picture) => pictureParts(picture, question.content)),
          ...(question.examples?.length
            ? [{ type: 'text', text: examplesText(question.examples, marks.nonce) } as const]
            : []),
        ],
        task: taskSections(question, marks.nonce).join('\n\n'),
        schema: SCHEMA,
      };
