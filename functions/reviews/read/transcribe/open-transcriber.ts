import { optionalSetting } from '../../../kit/config.ts';
import type { Storage } from '../../../kit/files/storage.ts';
import { amazonTranscriber } from './amazon.ts';
import type { Transcriber } from './transcriber.ts';

/** The transcriber of this stage; undefined where there is none. */
export const openTranscriber = (storage: Storage): Transcriber | undefined => {
  const named = optionalSetting('TRANSCRIBER');
  if (named === undefined) return undefined;
  if (named === 'transcribe') return amazonTranscriber(storage);
  throw new Error(`There is no transcriber ${named}.`);
};
