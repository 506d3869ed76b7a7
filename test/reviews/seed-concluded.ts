import { now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects } from '../../functions/kit/table/keys.ts';
import type { FindingRow } from '../../functions/reviews/finding-rows.ts';
import type { Conclusion, ReviewRow } from '../../functions/reviews/rows.ts';
import type { RunRow } from '../../functions/reviews/run-rows.ts';
import { table } from '../driver.ts';
import { seedPersona, seedReview } from './seed.ts';

const JUDGE = { model: 'openai:recorded-1', prompt: 'recorded' };

const PERSONAS = [
  seedPersona(newId(), ['Message', 'Offer'], { name: 'Marketer', title: 'Sells by words', category: 'copy' }),
  seedPersona(newId(), ['Hierarchy', 'Contrast'], { name: 'Designer', title: 'Guides the eye', category: 'design' }),
  seedPersona(newId(), ['Trust', 'Speed'], { name: 'First-time buyer', title: 'Wants to be sure', category: 'users' }),
];

interface Said {
  by: number;
  at: number;
  severity: number | null;
  quote?: string;
  region?: number[];
  element?: string;
  comment: string;
  fix?: [before: string | null, after: string];
  seen?: number;
}

const FAULTS: Said[] = [
  {
    by: 0,
    at: 0,
    severity: 4,
    quote: 'Our shop sells lamps.',
    region: [0.05, 0.16, 0.5, 0.14],
    comment: 'The first sentence names the product and no reason to want it. A visitor who compares shops leaves here.',
    fix: ['Our shop sells lamps.', 'Desk lamps that last ten years, or your money back.'],
    seen: 3,
  },
  {
    by: 1,
    at: 0,
    severity: 3,
    region: [0.06, 0.42, 0.22, 0.07],
    comment: 'The button that starts an order is the smallest thing on the screen, and gray on gray.',
    fix: [null, 'Make “Order” the only filled button, at least 44 pixels high.'],
    seen: 2,
  },
  {
    by: 2,
    at: 0,
    severity: 3,
    quote: 'They are bright, and they last.',
    comment: 'No figure backs the claim. How bright, and how long?',
    fix: ['They are bright, and they last.', 'They give 800 lumens for 25,000 hours.'],
    seen: 3,
  },
  { by: 0, at: 1, severity: 2, quote: 'They are bright, and they last.', comment: 'The price is missing.', seen: 2 },
  {
    by: 1,
    at: 0,
    severity: 1,
    region: [0.6, 0.02, 0.36, 0.05],
    element: 'image-2',
    comment: 'Four links in the head carry the same weight; one of them matters.',
    seen: 1,
  },
  { by: 2, at: 0, severity: 1, comment: 'Nothing tells who runs the shop.', seen: 1 },
];

const REPEAT: Said = {
  by: 2,
  at: 0,
  severity: 3,
  quote: 'Our shop sells lamps.',
  comment: 'It does not tell me why I should buy here.',
  seen: 2,
};
const STRUCK: Said = { by: 1, at: 0, severity: 2, quote: 'lamps', comment: 'The product is never named.', seen: 1 };
const STRENGTH: Said = {
  by: 2,
  at: 0,
  severity: null,
  quote: 'Our shop sells lamps.',
  comment: 'The words are short and plain.',
};

const SAMPLES = 3;

export interface Concluded {
  /** The reviewed picture, a PNG; absent for a review of a text. */
  picture?: Buffer;
  /** Another one, which the last finding with a region is about. */
  second?: Buffer;
  more?: Partial<ReviewRow>;
}

/** A review that a model answered and a chair closed: with fixes, repeats, a struck finding and lost samples. */
export const seedConcluded = async (workspace_id: string, { picture, second, more }: Concluded = {}) => {
  const at = now();
  const findingOf = ({
    by,
    at: place,
    severity,
    quote,
    region,
    element = 'image-1',
    comment,
    fix,
    seen = SAMPLES,
  }: Said): FindingRow => {
    const persona = PERSONAS[by];
    const shown = picture ? region : undefined;
    const evidence = {
      quote: quote ?? null,
      element: shown ? (second ? element : 'image-1') : null,
      region: shown ?? null,
      grounded: true,
    };
    return {
      id: newId(),
      persona_id: persona?.id ?? '',
      dimension: persona?.evaluation_dimensions[place]?.name ?? '',
      kind: severity === null ? 'strength' : 'fault',
      severity,
      evidence: quote || shown ? [evidence] : [],
      comment,
      fix: fix ? { before: fix[0], after: fix[1], effort: 'small' } : null,
      seen_in: { samples: seen, of: SAMPLES },
      position: 0,
      created_at: at,
    };
  };
  const faults = FAULTS.map(findingOf);
  const [repeat, struck, strength] = [findingOf(REPEAT), findingOf(STRUCK), findingOf(STRENGTH)];
  const ids = faults.map(({ id }) => id);
  const idsAt = (...places: number[]) => places.map((place) => ids[place] ?? '');
  const conclusion: Conclusion = {
    by: 'chair',
    notes: [{ code: 'chair_ignored', values: { count: 1 } }],
    verdict: [
      { text: 'The page says what it sells, but gives no reason to buy it here.', findings: [...idsAt(0), repeat.id] },
      { text: 'Its claims have no figures, and the price is missing.', findings: idsAt(2, 3) },
      { text: 'The order button is easy to overlook.', findings: idsAt(1) },
    ],
    disagreements: [
      { text: 'The marketer wants more words in the first screen, the designer fewer.', findings: idsAt(0, 4) },
    ],
    order: ids,
    same: { [repeat.id]: ids[0] ?? '' },
    struck: { [struck.id]: { quote: 'Our shop sells lamps.', reason: 'The first sentence names it.' } },
  };
  const runs = PERSONAS.map((persona, position): RunRow => {
    const scores = persona.evaluation_dimensions.map(({ name, weight }) => {
      const isJudged = name !== 'Speed' && (picture !== undefined || name !== 'Contrast');
      const [reason, lacks] =
        name === 'Speed' ? (['no running page', 'running_page'] as const) : (['no picture', 'picture'] as const);
      return {
        dimension: name,
        weight,
        samples: isJudged ? [2, 3, 3] : [],
        score: isJudged ? 2.4 + position / 2 : null,
        ...(isJudged ? { reason: null } : { reason, lacks }),
      };
    });
    return {
      review_id: '',
      persona_id: persona.id,
      position,
      persona,
      state: 'done',
      attempts: 1,
      claim: null,
      claimed_until: null,
      score: 2.4 + position / 2,
      scores,
      summary: 'The page is short and clear, and leaves the decisive questions open.',
      error: null,
      judge: JUDGE,
      ai_live: true,
      samples: position === 2 ? SAMPLES - 1 : SAMPLES,
      samples_asked: SAMPLES,
      tokens: { input: 8000, cached: 6000, output: 900 },
      left_out: 0,
      created_at: at,
      finished_at: at,
    };
  });
  const findings = [...faults, repeat, struck, strength];
  const { id, review } = await seedReview(workspace_id, {
    personas: [],
    judge: JUDGE,
    more: {
      title: 'Lamp shop',
      judge: JUDGE,
      ai_live: true,
      runs_total: runs.length,
      runs_done: runs.length,
      score: 2.9,
      brief: { goal: 'Sell desk lamps', audience: 'People who work at home', stage: 'live', inferred: ['stage'] },
      tokens: { input: 5210, cached: 3000, output: 610 },
      conclusion,
      ...(picture && { input_type: 'image' as const }),
      ...more,
    },
  });
  const pictures: string[] = [];
  for (const bytes of [picture, second]) {
    if (!bytes) continue;
    const key = `${objects.reviewFolder(workspace_id, id)}picture-${pictures.length + 1}.png`;
    await openStorage().keep(key, bytes, 'image/png');
    pictures.push(key);
  }
  const facts = {
    ...review.facts,
    pictures,
    ...(picture && { characters: 0, words: 0 }),
    picture_elements: pictures.map((_, at) => `image-${at + 1}`),
    picture_sizes: pictures.map(() => [0, 0]),
  };
  await table().transact([
    { update: keys.review(workspace_id, id), set: { facts } },
    ...runs.map((run) => ({
      put: { ...keys.reviewRun(workspace_id, id, run.persona_id), workspace_id, ...run, review_id: id },
    })),
    ...findings.map((one) => ({ put: { ...keys.finding(workspace_id, id, one.id), ...one } })),
  ]);
  return { id, faults, repeat, struck, strength };
};
