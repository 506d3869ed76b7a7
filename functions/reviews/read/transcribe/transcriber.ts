import type { Said } from '../../../codes/said.ts';
import type { Reading } from '../extract/reading.ts';

export interface Recording {
  /** The job's name: the same name is the same job, however often it is started. */
  job: string;
  /** Where the recording stands. */
  key: string;
  /** Its content type. */
  type: string;
  /** Where the transcript goes. */
  output: string;
}

/** The progress of a transcription. */
export type Progress = { state: 'working' } | { state: 'failed'; why: Said } | { state: 'done'; reading: Reading };

/** Turns speech into text, in its own time. What throws is worth another try. */
export interface Transcriber {
  start(recording: Recording): Promise<void>;
  look(recording: Recording): Promise<Progress>;
}
