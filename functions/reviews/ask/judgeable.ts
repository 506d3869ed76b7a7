import type { Needs, StoredDimensions } from '../../personas/schema.ts';
import type { Content } from '../read/content.ts';
import type { DimensionScoreRow } from '../run-rows.ts';

/** CSS pixels; a picture this narrow shows a phone's layout. */
const NARROW = 600;

const REASONS: Record<Needs, string> = {
  text: 'no text',
  markup: 'no markup',
  picture: 'no picture',
  narrow_picture: 'no picture of a narrow screen',
  running_page: 'no running page',
};

const has: Record<Needs, (content: Content, pictures: number) => boolean> = {
  text: ({ text, transcripts = [] }, pictures) =>
    text.trim() !== '' || pictures > 0 || transcripts.some((one) => one.text.trim() !== ''),
  markup: ({ elements }) => elements.some(({ kind }) => kind !== 'screenshot' && kind !== 'page' && kind !== 'image'),
  picture: (_, pictures) => pictures > 0,
  narrow_picture: ({ pictures }, shown) =>
    shown > 0 && pictures.some(({ width }) => width !== undefined && width <= NARROW),
  running_page: () => false,
};

/** Splits dimensions into those that the content can show, and the others with the reason. */
export const judgeable = (
  dimensions: StoredDimensions,
  content: Content,
  pictures: number,
): { asked: StoredDimensions; not_judged: DimensionScoreRow[] } => {
  const lacks = ({ needs }: StoredDimensions[number]) => needs !== undefined && !has[needs](content, pictures);
  return {
    asked: dimensions.filter((one) => !lacks(one)),
    not_judged: dimensions.filter(lacks).map(({ name, weight, needs }) => ({
      dimension: name,
      weight,
      samples: [],
      score: null,
      reason: needs ? REASONS[needs] : null,
      lacks: needs,
    })),
  };
};
