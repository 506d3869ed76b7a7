import { between, count, named, type Observation, type Probe, quoting } from '../observation.ts';
import { typical } from '../places.ts';
import type { Document } from '../read-document.ts';
import { at } from './links.ts';

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

/** Pictures by their words. */
export const imageProbes: readonly Probe[] = [
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
];
