import { expect, test } from '@jest/globals';
import { runDemo } from '../demo/run.ts';
import { call, newWorkspace, stage } from '../driver.ts';
import { readReview, review, untilEnded } from '../reviews/documents.ts';

test('a review of the stage’s own demo page has its text and a picture of each view', async () => {
  const ws = await newWorkspace();
  const url = `${stage().base_url}/demo`;
  const id = await review(ws.owner, { title: 'Demo', input_type: 'site', url });
  await untilEnded(ws);
  const { content, review: ended } = await readReview(ws.owner, id);
  expect(ended).toMatchObject({ status: 'complete', progress: null });
  expect(content.pictures.map(({ element }) => element)).toEqual(['screenshot-wide', 'screenshot-narrow']);
  const { body } = await call('GET', `/api/reviews/${id}`, { as: ws.owner });
  const [wide] = await Promise.all(body.content.picture_urls.map((address: string) => fetch(address)));
  const facts = await call('GET', `/api/reviews/${id}/facts`, { as: ws.owner });
  const measured = facts.body.items.filter(({ state }: { state: string }) => state !== 'not_measured');
  expect(measured.map(({ rule }: { rule: string }) => rule)).toEqual(
    expect.arrayContaining(['page-title', 'contrast']),
  );
  expect([wide.status, wide.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('the demo measures the stage’s own demo page, which only the browser may open', async () => {
  const { status, body } = await runDemo(`${stage().base_url}/demo`);
  expect([status, body.ai_live]).toEqual([200, false]);
  expect(body.top_dimensions).toHaveLength(3);
  for (const { score, checks } of body.top_dimensions)
    expect(score).toBeCloseTo(1 + (4 * checks.passed) / checks.of, 1);
});
