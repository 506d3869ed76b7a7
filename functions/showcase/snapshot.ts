import * as z from 'zod';
import type { Fact } from '../facts/fact.ts';
import { packJson, unpackJson } from '../kit/packed.ts';
import { presentFacts } from '../reviews/api/present-facts.ts';
import { presentSharedFeedbackList } from '../reviews/api/present-feedback.ts';
import { presentContent, presentShared } from '../reviews/api/present-shared.ts';
import type { WholeReview } from '../reviews/api/review-reader.ts';
import { FactList, SharedFeedbackList } from '../reviews/feedback-schema.ts';
import type { Judged } from '../reviews/judge/judge-review.ts';
import { SharedReview } from '../reviews/schema.ts';

const QUALITY = 9;

const at = z.number();
const { content, calibration, personas } = SharedReview.shape;
const Calibration = calibration.unwrap().extend({ fitted_at: at.nullable(), since: at.nullable() }).nullable();

/** As a share link shows them, with times as numbers and the keys of pictures. Only named fields are kept. */
const Snapshot = z.object({
  review: SharedReview.extend({
    created_at: at,
    updated_at: at,
    completed_at: at.nullable(),
    content: content
      .unwrap()
      .omit({ picture_urls: true })
      .extend({ pictures: z.array(z.string()) })
      .nullable(),
    calibration: Calibration,
    personas: z.array(personas.element.extend({ finished_at: at.nullable() })),
  }),
  feedback: SharedFeedbackList.extend({ calibration: Calibration }),
  /** The first snapshots were taken without them. */
  facts: FactList.default({ items: [], failed: 0, passed: 0, not_measured: 0, next_cursor: null }),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const takeSnapshot = (whole: WholeReview, judged: Judged | undefined, facts: readonly Fact[]): Snapshot => {
  const { content: _, ...shared } = presentShared(whole, judged);
  const review = { ...shared, content: whole.row.facts };
  return Snapshot.parse({
    review,
    feedback: presentSharedFeedbackList(whole, judged),
    facts: presentFacts(whole, facts),
  });
};

export const packSnapshot = (snapshot: Snapshot): Uint8Array => packJson(snapshot, QUALITY);

export const unpackSnapshot = (packed: Uint8Array): Snapshot => Snapshot.parse(unpackJson(packed));

export const presentSnapshot = ({ review, feedback, facts }: Snapshot) => ({
  review: { ...review, content: presentContent(review.content) },
  feedback,
  facts,
});
