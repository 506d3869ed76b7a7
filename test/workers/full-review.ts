import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, objects, partitions } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import { table } from '../driver.ts';

interface More {
  /** Further fields of the `REVIEW` row. */
  row?: Item;
  personas?: number;
  findings?: number;
}

export const keepObject = async (Key: string): Promise<void> => {
  const s3 = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  await s3.send(new PutObjectCommand({ Bucket: process.env.EVIDENCE_BUCKET, Key, Body: 'x' }));
  s3.destroy();
};

/** Writes a review with one row of every kind there is at least, and a picture, past the API; gives its id. */
export const fillReview = async (ws: string, site?: string, more: More = {}): Promise<string> => {
  const id = newId();
  const { row = {}, personas = 2, findings = 3 } = more;
  const place = site && { widget_site_id: site, gsi2pk: partitions.siteReviews(ws, site), gsi2sk: id };
  const review = { id, title: 'Review', status: 'complete', gsi1pk: partitions.reviews(ws), gsi1sk: id };
  const rows = [
    { ...keys.review(ws, id), ...review, ...place, created_at: now(), ...row },
    { ...keys.reviewContent(ws, id), content: new Uint8Array(500) },
    { ...keys.reviewFacts(ws, id), facts: new Uint8Array(500) },
    ...Array.from({ length: personas }, () => ({ ...keys.reviewRun(ws, id, newId()), summary: 'x'.repeat(200) })),
    ...Array.from({ length: findings }, newId).flatMap((finding) => [
      { ...keys.finding(ws, id, finding), comment: 'x' },
      { ...keys.rating(ws, id, finding, newId()), rating: 4 },
    ]),
    { ...keys.pageRating(ws, id, newId()), rating: 4 },
  ];
  await Promise.all(rows.map((one) => table().put(one)));
  await keepObject(`${objects.reviewFolder(ws, id)}picture.png`);
  return id;
};
