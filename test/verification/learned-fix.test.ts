import { beforeAll, describe, expect, test } from '@jest/globals';
import { now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { owed } from '../../functions/owed/jobs.ts';
import { raterOf } from '../../functions/reviews/api/rater.ts';
import { judgeKey } from '../../functions/reviews/judge/calibrators.ts';
import { readLabels } from '../../functions/reviews/judge/label-rows.ts';
import { packContent, textContent } from '../../functions/reviews/read/content.ts';
import { verifyFix } from '../../functions/verification/verify-fix.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { usePages } from '../render/origin.ts';
import { SEED_JUDGE, SEEDED_TEXT, seedReview } from '../reviews/seed.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { inBrowser } from './in-browser.ts';

const shop = (words: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><main><h1>Lamps</h1><p>${words}</p><p>Sent within two days.</p></main>`;
const BEFORE = 'Our shop sells lamps.';
const FIXED = shop('Our shop sells desk lamps.');

let shown = '';
const pages = usePages({ '/shop': (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(shown) });

beforeAll(useOwnTables);

/** A finding that is filed as a note. */
const filed = async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ allowed_origins: [`http://${pages.host()}`] });
  const url = `http://${pages.host()}/shop`;
  const { id, findings } = await seedReview(ws.id, { site: site.id, more: { input_type: 'site', url } });
  const [finding] = findings;
  const content = packContent(textContent('site', 'Shop', SEEDED_TEXT));
  await table().put({ ...keys.reviewContent(ws.id, id), content });
  const { body } = await call('POST', `/api/reviews/${id}/feedback/${finding?.id}/note`, { as: ws.owner });
  return { ws, site, review: id, finding: finding!, note: body.annotation_id as string };
};

const look = async (ws: Workspace, site_id: string, note: string): Promise<string> => {
  const key = keys.verification(ws.id, note);
  const job = owed('verify-fix', key, now());
  await table().put({ ...key, annotation_id: note, site_id, state: 'checking', requested_at: now(), ...job });
  await verifyFix({ table: table(), storage: openStorage(), renderPage: inBrowser }, key, 1);
  return (await call('GET', `/api/v1/annotations/${note}`, { as: ws.owner })).body.verification.state;
};

const resolve = (ws: Workspace, note: string) =>
  call('PATCH', `/api/v1/annotations/${note}`, { as: ws.owner, body: { status: 'resolved' } });

const labelsOf = (ws: Workspace) => readLabels(table(), ws.id, judgeKey(SEED_JUDGE));

describe('a finding that became a note', () => {
  test('is learned as useful once it was fixed and the browser has seen it, next to people’s ratings', async () => {
    shown = FIXED;
    const { ws, site, review, finding, note } = await filed();
    await call('POST', `/api/reviews/${review}/feedback/${finding.id}/rate`, { as: ws.owner, body: { rating: 2 } });
    await resolve(ws, note);
    for (let times = 0; times < 3; times += 1) expect(await look(ws, site.id, note)).toBe('changed');
    const labels = await labelsOf(ws);
    expect(labels.map(({ source, rating }) => [source, rating]).sort()).toEqual([
      ['outcome', 4],
      ['rating', 2],
    ]);
    const [proven] = labels.filter(({ source }) => source === 'outcome');
    const { persona_id, dimension } = finding;
    expect(proven).toMatchObject({ review_id: review, finding_id: finding.id, persona_id, dimension });
    expect(proven).toMatchObject({ judge: SEED_JUDGE, rater: raterOf(ws.id, 'outcome'), terms: { level: 1 } });
    const calibrator = await table().get(keys.calibrator(ws.id, judgeKey(SEED_JUDGE)));
    expect(calibrator).toMatchObject({ job: 'refit-calibrator', labels_since: 2 });
  });

  test.each([
    ['looks as before', shop(BEFORE), true, 'not_checked'],
    ['is a heading that says as before', shop('Bright.').replace('Lamps', BEFORE), true, 'not_checked'],
    ['says as before among other words', shop(`Welcome. ${BEFORE} They last.`), true, 'not_checked'],
    ['is in several places', shop(BEFORE).replace('Sent', `${BEFORE} Sent`), true, 'not_checked'],
    ['is gone', shop(BEFORE).replace(`<p>${BEFORE}</p>`, ''), true, 'element_lost'],
    ['changed, but is not resolved', FIXED, false, 'changed'],
  ])('teaches nothing if its element %s', async (_, page, isResolved, state) => {
    shown = page;
    const { ws, site, note } = await filed();
    if (isResolved) await resolve(ws, note);
    expect(await look(ws, site.id, note)).toBe(state);
    expect(await labelsOf(ws)).toEqual([]);
  });

  test('teaches nothing once its review was deleted', async () => {
    shown = FIXED;
    const { ws, site, review, note } = await filed();
    await resolve(ws, note);
    expect((await call('DELETE', `/api/reviews/${review}`, { as: ws.owner })).status).toBe(200);
    expect(await look(ws, site.id, note)).toBe('changed');
    expect(await labelsOf(ws)).toEqual([]);
  });
});
