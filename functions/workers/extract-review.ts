import { sharedTable } from '../kit/table/table.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { extractApart } from '../reviews/read/extract/apart.ts';
import { fetchPage } from '../reviews/read/fetch-page.ts';
import { openTranscriber } from '../reviews/read/transcribe/amazon.ts';
import { type ExtractNeeds, extractReview, openReadingStorage } from '../reviews/run/extract-review.ts';

let needs: ExtractNeeds | undefined;

const openNeeds = (): ExtractNeeds => {
  const storage = openReadingStorage();
  return { table: sharedTable(), storage, fetchPage, extract: extractApart, transcriber: openTranscriber(storage) };
};

export const handler = queueWorker(async (job) => {
  needs ??= openNeeds();
  await extractReview(needs, job);
});
