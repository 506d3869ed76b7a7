import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type * as z from 'zod';
import { keys } from '../../functions/kit/table/keys.ts';
import type { FeedbackList } from '../../functions/reviews/feedback-schema.ts';
import type { Content, InputType } from '../../functions/reviews/read/content.ts';
import { ContentRow } from '../../functions/reviews/rows.ts';
import { type Caller, call, stage, table, type Workspace } from '../driver.ts';
import { until } from '../workers/until.ts';

const folder = join(import.meta.dirname, '../content');
export const contentFile = (name: string): Promise<Buffer> => readFile(join(folder, name));

/** A document of test/content, and what it is sent as. */
export interface Sent {
  file: string;
  as: InputType;
  type: string;
  transcript?: { file: string; type: string };
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const DOCUMENTS: readonly Sent[] = [
  { file: 'landing-good.html', as: 'document', type: 'text/html' },
  { file: 'landing-bad.html', as: 'document', type: 'text/html' },
  { file: 'pricing.html', as: 'document', type: 'text/html' },
  { file: 'article.html', as: 'document', type: 'text/html' },
  { file: 'datenschutz.html', as: 'document', type: 'text/html' },
  { file: 'readme.md', as: 'document', type: 'text/markdown' },
  { file: 'support-faq.md', as: 'document', type: 'text/markdown' },
  { file: 'cv.txt', as: 'document', type: 'text/plain' },
  { file: 'release-notes.txt', as: 'document', type: 'text/plain' },
  { file: 'proposal.docx', as: 'document', type: DOCX },
  { file: 'leaflet.pdf', as: 'pdf', type: 'application/pdf' },
  { file: 'ui-good.png', as: 'image', type: 'image/png' },
  { file: 'ui-bad.png', as: 'image', type: 'image/png' },
  { file: 'photo.jpg', as: 'image', type: 'image/jpeg' },
  { file: 'podcast.wav', as: 'audio', type: 'audio/wav', transcript: { file: 'podcast.vtt', type: 'text/vtt' } },
  {
    file: 'product-video.webm',
    as: 'video',
    type: 'video/webm',
    transcript: { file: 'product-video.srt', type: 'application/x-subrip' },
  },
];

/** Asks for an address, uploads a file to it, and gives its key. */
export const upload = async (as: Caller, kind: string, file: string, content_type: string): Promise<string> => {
  const { status, body, text } = await call('POST', '/api/reviews/upload-url', { as, body: { kind, content_type } });
  if (status !== 200) throw new Error(`No address for ${file}: ${status} ${text}`);
  const sent = await fetch(body.url, {
    method: body.method,
    headers: body.headers,
    body: new Uint8Array(await contentFile(file)),
  });
  if (!sent.ok) throw new Error(`${file} was not taken: ${sent.status}`);
  return body.key;
};

/** Has something reviewed; gives the id of the review. */
export const review = async (as: Caller, body: Record<string, unknown>): Promise<string> => {
  const answer = await call('POST', '/api/reviews', { as, body });
  if (answer.status !== 200) throw new Error(`No review of ${body.title}: ${answer.status} ${answer.text}`);
  return answer.body.id;
};

/** Uploads a document, and its transcript if it has one, and has it reviewed by the panel that suits it. */
export const reviewFile = async (as: Caller, { file, as: input_type, type, transcript }: Sent): Promise<string> => {
  const upload_key = await upload(as, input_type, file, type);
  const transcript_key = transcript && (await upload(as, 'transcript', transcript.file, transcript.type));
  return review(as, { title: file, input_type, upload_key, ...(transcript_key && { transcript_key }) });
};

/** Waits until all reviews of a workspace have ended. */
export const untilEnded = async ({ owner }: Workspace): Promise<void> => {
  await fetch(`${stage().base_url}/__local/idle?timeout_ms=90000`, { method: 'POST' });
  await until(async () => {
    const { body } = await call('GET', '/api/reviews?limit=100', { as: owner });
    return body.items.every(({ status }: { status: string }) => status !== 'queued' && status !== 'running');
  }, 'the reviews to end');
};

/** A review as the API tells it, and the content that its panel was given. */
export const readReview = async (as: Caller, id: string) => {
  const [one, feedback, markdown] = await Promise.all([
    call('GET', `/api/reviews/${id}`, { as }),
    call('GET', `/api/reviews/${id}/feedback`, { as }),
    call('GET', `/api/reviews/${id}/markdown`, { as }),
  ]);
  const row = await table().get(keys.reviewContent(as.workspace_id ?? '', id));
  return {
    review: one.body,
    feedback: feedback.body.items as z.output<typeof FeedbackList>['items'],
    markdown: markdown.text,
    // There is nothing about content that couldn't be read.
    content: (row && ContentRow.parse(row).content) as Content,
  };
};

/** Serves test/content where the fetcher of the stage may read it. */
export const serveContent = async () => {
  const server = createServer(async ({ url = '/' }, response) => {
    const body = await contentFile(url.slice(1)).catch(() => null);
    if (body === null) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Absent</p>');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const allowed = await fetch(`${stage().base_url}/__local/fetch-allow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ host }),
  });
  if (!allowed.ok) throw new Error(`The fetcher may not read ${host}: ${allowed.status}`);
  return {
    origin: `http://${host}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
