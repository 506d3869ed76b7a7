import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod';
import { fileUrl } from '../files/signed-url.ts';
import { presentSharedFeedbackList } from '../reviews/api/present-feedback.ts';
import { presentShared } from '../reviews/api/present-review.ts';
import type { WholeReview } from '../reviews/api/whole-review.ts';
import type { Judged } from '../reviews/judge/judge-whole.ts';
import { SharedFeedbackList, SharedReview } from '../reviews/schema.ts';

const QUALITY = 9;

const at = z.number();
const { content, calibration, personas } = SharedReview.shape;
const Calibration = calibration.unwrap().extend({ fitted_at: at.nullable() }).nullable();

/**
 * The content of a slug: the review and its feedback as a share link shows them, with times as numbers and the
 * keys of pictures in place of their addresses. What the shape does not name is not kept.
 */
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
});
export type Snapshot = z.infer<typeof Snapshot>;

/** A review as it is now. */
export const takeSnapshot = (whole: WholeReview, judged: Judged | undefined): Snapshot => {
  const { content: _, ...shared } = presentShared(whole, judged);
  const review = { ...shared, content: whole.row.facts };
  return Snapshot.parse({ review, feedback: presentSharedFeedbackList(whole, judged) });
};

export const packSnapshot = (snapshot: Snapshot): Uint8Array =>
  brotliCompressSync(JSON.stringify(snapshot), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });

export const unpackSnapshot = (packed: Uint8Array): Snapshot =>
  Snapshot.parse(JSON.parse(brotliDecompressSync(packed).toString('utf8')));

/** On the wire: addresses of pictures are signed for each reader. */
export const presentSnapshot = ({
  review,
  feedback,
}: Snapshot): { review: z.input<typeof SharedReview>; feedback: z.input<typeof SharedFeedbackList> } => {
  if (!review.content) return { review: { ...review, content: null }, feedback };
  const { pictures, ...told } = review.content;
  return { review: { ...review, content: { ...told, picture_urls: pictures.map((key) => fileUrl(key)) } }, feedback };
};
