import { renderPage } from '../browser/render-page.ts';
import { sharedTable } from '../kit/table/table.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { extractApart } from '../reviews/read/extract/apart.ts';
import { fetchPage } from '../reviews/read/fetch-page.ts';
import { type ExtractNeeds, extractReview, openReadingStorage } from '../reviews/run/extract-review.ts';
import { checkAnchors } from '../verification/check-anchors.ts';
import { cutMailPictures } from '../verification/cut-mail-pictures.ts';
import { cutPicture } from '../verification/cut-picture.ts';
import { verifyFix } from '../verification/verify-fix.ts';

let needs: ExtractNeeds | undefined;

const openNeeds = (): ExtractNeeds => ({
  table: sharedTable(),
  storage: openReadingStorage(),
  fetchPage,
  extract: extractApart,
  transcriber: undefined,
  renderPage,
});

/** Everything that the browser returns is checked here, by a function that opens no pages itself. */
export const handler = queueWorker(async (job, { receives }) => {
  needs ??= openNeeds();
  if (job.job === 'cut-picture') return cutPicture(needs, job);
  if (job.job === 'cut-mail-pictures') return cutMailPictures(needs, job);
  const { table, storage } = needs;
  if (job.job === 'verify-fix') return verifyFix({ table, storage, renderPage }, job, receives);
  if (job.job === 'check-anchors') return checkAnchors({ table, renderPage }, job, receives);
  await extractReview(needs, job);
});
