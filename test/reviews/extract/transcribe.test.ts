import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { said } from '../../../functions/codes/said.ts';
import { openStorage, type Storage } from '../../../functions/kit/files/storage.ts';
import { openTable } from '../../../functions/kit/table/table.ts';
import { extractApart } from '../../../functions/reviews/read/extract/apart.ts';
import { openTranscriber } from '../../../functions/reviews/read/transcribe/amazon.ts';
import { type ExtractNeeds, extractReview } from '../../../functions/reviews/run/extract-review.ts';
import { invokeAs } from '../../../lib/local/invocation.ts';
import { askFor, read, sample } from '../../workers/asked-review.ts';
import { useOwnTables } from '../../workers/own-tables.ts';

interface Asked {
  action: string;
  body: Record<string, unknown>;
}

/** The service's next answer, by the action that it is asked for. */
const says = new Map<string, [number, object]>();
let asked: Asked[] = [];
let storage: Storage;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  asked.push({ action, body: JSON.parse(Buffer.concat(chunks).toString()) });
  const [status, body] = says.get(action) ?? [500, { __type: 'InternalFailureException', Message: 'Later.' }];
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
});

beforeAll(async () => {
  await useOwnTables();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  process.env.AWS_ENDPOINT_URL_TRANSCRIBE = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.TRANSCRIBER = 'transcribe';
  storage = openStorage();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const needs = (): ExtractNeeds => ({
  table: openTable(),
  storage,
  fetchPage: async () => ({ ok: false, reason: 'busy', said: said('pages_unavailable') }),
  extract: extractApart,
  transcriber: openTranscriber(storage),
});

/** As its Lambda, so that its calls are judged by that role. */
const extract = (key: Parameters<typeof extractReview>[1]) =>
  invokeAs('functions/workers/extract-review.ts', () => extractReview(needs(), key));

const STARTED: [number, object] = [200, { TranscriptionJob: { TranscriptionJobStatus: 'IN_PROGRESS' } }];
const job = (fields: object): [number, object] => [200, { TranscriptionJob: fields }];

const started = async () => {
  asked = [];
  says.set('StartTranscriptionJob', STARTED);
  const review = await askFor('audio', await sample('podcast.wav'), 'audio/wav');
  await extract(review.key);
  return review;
};

test('a recording is copied, started once, looked at, and its transcript read with its speakers', async () => {
  const review = await started();
  const bucket = process.env.EVIDENCE_BUCKET;
  const [{ action, body } = { action: '', body: {} }] = asked;
  const copy = `incoming/${review.ws}/reviews/transcription/${review.review}`;
  expect(action).toBe('StartTranscriptionJob');
  expect(body).toEqual({
    TranscriptionJobName: `review-${review.review}`,
    Media: { MediaFileUri: `s3://${bucket}/${copy}` },
    MediaFormat: 'wav',
    IdentifyLanguage: true,
    OutputBucketName: bucket,
    OutputKey: `${copy}.json`,
    Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: 10 },
  });
  expect((await storage.read(copy, 1e7))?.bytes).toEqual(await sample('podcast.wav'));

  says.set('GetTranscriptionJob', job({ TranscriptionJobStatus: 'IN_PROGRESS' }));
  await extract(review.key);
  expect((await read(review)).row).toMatchObject({ job: 'extract-review', wait_seconds: 15, attempts: 1 });

  const segment = (start_time: string, end_time: string, speaker_label: string, transcript: string) => ({
    start_time,
    end_time,
    speaker_label,
    transcript,
  });
  const results = {
    transcripts: [{ transcript: 'Hello. Tea? Yes.' }],
    audio_segments: [
      segment('0.0', '1.5', 'spk_0', 'Hello.'),
      segment('1.6', '2.0', 'spk_0', 'Tea?'),
      segment('2.1', '3.0', 'spk_1', 'Yes.'),
    ],
  };
  await storage.keep(`${copy}.json`, Buffer.from(JSON.stringify({ status: 'COMPLETED', results })), 'application/json');
  says.set('GetTranscriptionJob', job({ TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-GB' }));
  await extract(review.key);
  const { content, row } = await read(review);
  expect(content).toMatchObject({
    input_type: 'audio',
    language: 'en-GB',
    text: '[00:00] Speaker 1: Hello. Tea?\n\n[00:02] Speaker 2: Yes.',
    notes: [said('machine_transcript')],
  });
  expect(row).toMatchObject({ job: 'brief-review' });
  expect(asked.filter((one) => one.action === 'StartTranscriptionJob')).toHaveLength(1);
});

test('a job that fails says why, and what to do instead', async () => {
  const review = await started();
  says.set(
    'GetTranscriptionJob',
    job({ TranscriptionJobStatus: 'FAILED', FailureReason: 'The sample rate is unsupported.' }),
  );
  await extract(review.key);
  expect((await read(review)).row).toMatchObject({
    status: 'failed',
    error:
      'The recording couldn’t be transcribed: The sample rate is unsupported. Upload a transcript with the recording.',
    error_codes: [{ code: 'transcription_failed_because', values: { reason: 'The sample rate is unsupported' } }],
  });
});

test('a job that was started before its row knew is not started anew; a busy service is asked later', async () => {
  asked = [];
  says.set('StartTranscriptionJob', [400, { __type: 'ConflictException', Message: 'It exists.' }]);
  const review = await askFor('audio', await sample('podcast.wav'), 'audio/wav');
  await extract(review.key);
  expect((await read(review)).row).toMatchObject({
    input: { transcription: `review-${review.review}` },
    status: 'queued',
  });
  says.set('GetTranscriptionJob', [400, { __type: 'LimitExceededException', Message: 'Slower.' }]);
  await extract(review.key);
  expect((await read(review)).row).toMatchObject({ job: 'extract-review', status: 'queued', wait_seconds: 15 });
});

test('a recording that the service refuses fails in words', async () => {
  says.set('StartTranscriptionJob', [400, { __type: 'BadRequestException', Message: 'No.' }]);
  const review = await askFor('audio', await sample('podcast.wav'), 'audio/wav');
  await extract(review.key);
  expect((await read(review)).row).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/Upload a transcript/),
  });
});
