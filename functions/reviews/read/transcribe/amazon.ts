import {
  BadRequestException,
  ConflictException,
  GetTranscriptionJobCommand,
  LimitExceededException,
  type MediaFormat,
  NotFoundException,
  StartTranscriptionJobCommand,
  TranscribeClient,
  TranscribeServiceException,
} from '@aws-sdk/client-transcribe';
import * as z from 'zod';
import { type Said, said } from '../../../codes/said.ts';
import { optionalSetting, setting } from '../../../kit/config.ts';
import type { Storage } from '../../../kit/files/storage.ts';
import { Passing, type Reading, toReading, Unreadable } from '../extract/reading.ts';
import { type Cue, writeCues } from '../extract/transcript.ts';

export interface Recording {
  /** Starting the same name again is the same job. */
  job: string;
  key: string;
  type: string;
  output: string;
}

type Progress = { state: 'working' } | { state: 'failed'; why: Said } | { state: 'done'; reading: Reading };

/** A call that throws is worth another try. */
export interface Transcriber {
  start(recording: Recording): Promise<void>;
  look(recording: Recording): Promise<Progress>;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_SPEAKERS = 10;

const FORMATS: Readonly<Record<string, MediaFormat>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mp4',
};

const Output = z.object({
  results: z.object({
    language_code: z.string().optional(),
    transcripts: z.array(z.object({ transcript: z.string() })),
    audio_segments: z
      .array(
        z.object({
          transcript: z.string(),
          start_time: z.coerce.number(),
          end_time: z.coerce.number(),
          speaker_label: z.string().optional(),
        }),
      )
      .optional(),
  }),
});

const speakerOf = (label: string | undefined): string | null => {
  const number = /^spk_(\d+)$/.exec(label ?? '')?.[1];
  return number === undefined ? null : `Speaker ${Number(number) + 1}`;
};

const parseOutput = (bytes: Buffer) => {
  try {
    return Output.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new Unreadable(said('transcript_unreadable'), { cause: error });
  }
};

const readOutput = (bytes: Buffer, language: string | undefined): Reading => {
  const { results } = parseOutput(bytes);
  const cues = (results.audio_segments ?? []).map(
    ({ transcript, start_time, end_time, speaker_label }): Cue => ({
      start: start_time,
      end: end_time,
      speaker: speakerOf(speaker_label),
      text: transcript.trim(),
    }),
  );
  const text = cues.length > 0 ? writeCues(cues) : results.transcripts.map(({ transcript }) => transcript).join('\n\n');
  return toReading({
    title: null,
    language: results.language_code ?? language ?? null,
    text: text.trim(),
    notes: [said('machine_transcript')],
  });
};

const failed = (reason: string | undefined): Progress => ({
  state: 'failed',
  why: reason
    ? said('transcription_failed_because', { reason: reason.slice(0, 300).replace(/[.\s]+$/, '') })
    : said('transcription_failed'),
});

/** Too many jobs at once, or no answer: not our bug. */
const asPassing = (error: unknown) => {
  const isOurs = error instanceof TranscribeServiceException && error.$fault === 'client';
  if (isOurs && !(error instanceof LimitExceededException)) return error;
  return new Passing('Amazon Transcribe is busy or out of reach.', { cause: error });
};

const amazonTranscriber = (
  storage: Storage,
  client = new TranscribeClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  }),
): Transcriber => ({
  start: async ({ job, key, type, output }: Recording) => {
    const bucket = setting('EVIDENCE_BUCKET');
    try {
      await client.send(
        new StartTranscriptionJobCommand({
          TranscriptionJobName: job,
          Media: { MediaFileUri: `s3://${bucket}/${key}` },
          MediaFormat: FORMATS[type],
          IdentifyLanguage: true,
          OutputBucketName: bucket,
          OutputKey: output,
          Settings: { ShowSpeakerLabels: true, MaxSpeakerLabels: MAX_SPEAKERS },
        }),
      );
    } catch (error) {
      if (error instanceof ConflictException) return;
      if (error instanceof BadRequestException) {
        throw new Unreadable(said('recording_not_transcribable'));
      }
      throw asPassing(error);
    }
  },

  look: async ({ job, output }: Recording) => {
    try {
      const { TranscriptionJob } = await client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: job }));
      const { TranscriptionJobStatus: status, FailureReason, LanguageCode } = TranscriptionJob ?? {};
      if (status === 'FAILED') return failed(FailureReason);
      if (status !== 'COMPLETED') return { state: 'working' };
      const found = await storage.read(output, MAX_BYTES);
      if (!found) return { state: 'failed', why: said('transcript_lost') };
      const reading = readOutput(found.bytes, LanguageCode);
      if (!reading.text) return { state: 'failed', why: said('no_speech') };
      return { state: 'done', reading };
    } catch (error) {
      if (error instanceof NotFoundException || error instanceof BadRequestException) return failed(undefined);
      throw error instanceof TranscribeServiceException ? asPassing(error) : error;
    }
  },
});

export const openTranscriber = (storage: Storage): Transcriber | undefined => {
  const named = optionalSetting('TRANSCRIBER');
  if (named === undefined) return undefined;
  if (named === 'transcribe') return amazonTranscriber(storage);
  throw new Error(`There is no transcriber ${named}.`);
};
