import type { Picture } from '../../../../read/content.ts';
import { between, count, type Observation, type Probe, quoting } from '../observation.ts';
import type { Document } from '../read-document.ts';

const none = 'no picture whose pixels could be measured was read';

type Measured = Picture & {
  width: number;
  height: number;
  contrast: number;
  background_share: number;
  colours: number;
  edges: number;
};
const measuredIn = ({ pictures }: Document): Measured[] =>
  pictures.filter((one): one is Measured =>
    [one.width, one.height, one.contrast, one.background_share, one.colours, one.edges].every(
      (n) => typeof n === 'number' && Number.isFinite(n),
    ),
  );

/** Judges the worst of the pictures. */
const worstOf = (
  document: Document,
  judge: (picture: Measured) => Omit<Observation, 'evidence'>,
): Observation | string => {
  const judged = measuredIn(document).map((picture) => ({ picture, told: judge(picture) }));
  const [worst] = judged.sort((a, b) => a.told.score - b.told.score);
  if (worst === undefined) return none;
  return { ...worst.told, evidence: [{ element: worst.picture.element }] };
};
const share = (part: number) => `${Math.round(part * 100)} %`;

const SAME = 1.35;
const contrast = (document: Document): Observation | string =>
  worstOf(document, ({ contrast: ratio, background_share }) =>
    ratio < SAME
      ? {
          score: 3,
          comment: `The two most frequent colours are nearly the same (${ratio.toFixed(1)}:1), as two shades of a background are; the contrast of the text on it was not measured. WCAG asks 4.5:1 of text.`,
          suggestion: 'Measure the palest text and the main button against what they stand on.',
        }
      : {
          score: between(ratio, 1.5, 7),
          comment: `The two most frequent colours have a contrast of ${ratio.toFixed(1)}:1; WCAG 2.2 asks 4.5:1 of text and 3:1 of large text and controls. The most frequent covers ${share(background_share)}. Which of them is text was not seen.`,
          suggestion:
            ratio < 4.5
              ? 'Darken the text or lighten what is under it until it reaches 4.5:1.'
              : 'Measure the palest text and the main button by hand.',
        },
  );

const space = (document: Document): Observation | string =>
  worstOf(document, ({ background_share, edges }) => ({
    score: (between(background_share, 0.08, 0.5) + between(edges, 0.22, 0.04)) / 2,
    comment: `One colour covers ${share(background_share)} of the picture and ${share(edges)} of neighbouring pixels differ clearly: ${background_share > 0.45 ? 'there is room around things' : background_share > 0.2 ? 'it is fairly full' : 'there is hardly any empty room'}.`,
    suggestion:
      background_share > 0.45
        ? 'Check that gaps inside groups are smaller than between them.'
        : 'Take one thing out, or give the groups more room than their parts.',
  }));

const busy = (document: Document): Observation | string =>
  worstOf(document, ({ edges, colours }) => ({
    score: (between(edges, 0.25, 0.05) * 2 + between(colours, 40, 8)) / 3,
    comment: `${share(edges)} of neighbouring pixels differ clearly and ${count(colours, 'colour')} cover more than 0.2 % each: ${edges > 0.15 || colours > 28 ? 'much competes for the first look' : 'little competes for the first look'}. What is seen first was not seen.`,
    suggestion: 'Squint: message, proof and action should remain, in this order.',
  }));

const palette = (document: Document): Observation | string =>
  worstOf(document, ({ colours }) => ({
    score: between(colours, 45, 9),
    comment: `${count(colours, 'colour')} of 4,096 cover more than 0.2 % of the picture each; a page built from a small palette has about ten, shades included, a photograph far more.`,
    suggestion:
      colours > 16
        ? 'Name the colours by their use, and replace near-equal ones.'
        : 'Check sizes and distances against a scale; they were not measured.',
  }));

const size = (document: Document): Observation | string =>
  worstOf(document, ({ width, height, edges }) => ({
    score: Math.min(between(Math.min(width, height), 200, 700), width * height > 6e6 ? 3 : 5),
    comment: `${width} by ${height} pixels, ${((width * height) / 1e6).toFixed(1)} megapixels; ${share(edges)} edges.`,
    suggestion:
      width * height > 6e6
        ? 'Deliver it at the size it is shown.'
        : Math.min(width, height) < 400
          ? 'Give it at twice the size, so that small text can be read.'
          : 'Check the smallest text at 200 % zoom.',
  }));

const wordless = (document: Document): Observation | string => {
  const { content, words } = document;
  if (content.pictures.length === 0) return 'no picture was read';
  if (content.input_type === 'image') return 'the words inside a picture are not read';
  const bare = content.elements.filter(
    ({ kind, label }) => (kind === 'image' || kind === 'screenshot') && label === '',
  );
  return {
    score: between(words, 0, 40) * 0.6 + (bare.length === 0 ? 2 : 0.4),
    comment: `${count(content.pictures.length, 'picture')} came with ${count(words, 'word')} of text and ${count(bare.length, 'element')} without a label. The words inside a picture were not read.`,
    suggestion:
      words < 20
        ? 'Put what the picture says beside it in words: its message, its numbers, its source.'
        : 'Check that the words say the numbers too.',
    evidence: content.pictures.slice(0, 3).map(({ element }) => ({ element })),
  };
};

const rgb = (text: string): [number, number, number] | undefined => {
  const [, r, g, b] = /^rgba?\((\d+(?:\.\d+)?),? (\d+(?:\.\d+)?),? (\d+(?:\.\d+)?)\)$/.exec(text.trim()) ?? [];
  return r && g && b ? [Number(r), Number(g), Number(b)] : undefined;
};
/** Relative luminance, WCAG 2.2. */
const luminance = (colour: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = colour.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const declared = (document: Document, name: string) => {
  const line = document.codeLines.find(({ text }) => text.startsWith(`${name}: `));
  return line && { line: line.text, value: line.text.slice(name.length + 2).replace(/;$/, '') };
};

const styledContrast = (document: Document): Observation | string => {
  if (document.content.comment === null) return 'no captured styles were read';
  const [front, back] = [declared(document, 'color'), declared(document, 'background-color')];
  const [text, ground] = [rgb(front?.value ?? ''), rgb(back?.value ?? '')];
  if (!front || !text || !ground) return 'text and background colour of the element were not both captured';
  const [light = 0, dark = 0] = [luminance(text), luminance(ground)].sort((a, b) => b - a);
  const ratio = (light + 0.05) / (dark + 0.05);
  return {
    score: between(ratio, 2, 7),
    comment: `The element's text has a contrast of ${ratio.toFixed(1)}:1 to its own background (${front.value} on ${back?.value}); WCAG 2.2 asks 4.5:1.`,
    suggestion:
      ratio < 4.5 ? 'Change one of the two colours until it reaches 4.5:1.' : 'Check hover and disabled states too.',
    evidence: [quoting(front.line), ...(back ? [quoting(back.line)] : [])],
  };
};

const styledType = (document: Document): Observation | string => {
  if (document.content.comment === null) return 'no captured styles were read';
  const font = declared(document, 'font-size');
  const pixels = Number.parseFloat(font?.value ?? '');
  if (!font || !Number.isFinite(pixels)) return 'the size of the element’s text was not captured';
  return {
    score: between(pixels, 10, 16),
    comment: `The element's text is set in ${pixels} px; 16 px and more read well, under 14 px few read long.`,
    suggestion: pixels < 16 ? 'Raise it to 16 px, with a line height near 1.5.' : 'Check the line height too.',
    evidence: [quoting(font.line)],
  };
};

/** What can be measured of pixels, and of the styles that a note captured. */
export const pictureProbes: readonly Probe[] = [
  {
    id: 'styled-contrast',
    names: 'contrast and colour',
    topics: 'contrast colour',
    run: styledContrast,
  },
  {
    id: 'styled-type',
    names: 'legibility|typography',
    topics: 'size font type px legib',
    run: styledType,
  },
  {
    id: 'picture-contrast',
    names: 'contrast and colour|legibility|readable without legend hunts',
    topics: 'contrast colour legib dark light theme',
    run: contrast,
  },
  {
    id: 'picture-space',
    names: 'layout and spacing|proximity|one thing at a time|first small view',
    topics: 'layout spacing whitespace align grid room dens',
    run: space,
  },
  {
    id: 'picture-busy',
    names: 'visual hierarchy|one glance|call to action|calm|distraction|question answered',
    topics: 'hierarch visual busy clutter eye squint attention',
    run: busy,
  },
  {
    id: 'picture-palette',
    names: 'tokens|look of like parts|component consistency|readable without legend hunts',
    topics: 'palette colour token scale style',
    run: palette,
  },
  {
    id: 'picture-size',
    names: 'legibility|weight of media',
    topics: 'size pixel weight resolution zoom format',
    run: size,
  },
  {
    id: 'wordless-picture',
    names: 'what only eyes get|text alternatives|context|what is this|question answered',
    topics: 'picture image words text alternat chart',
    run: wordless,
  },
];
