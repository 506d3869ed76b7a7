import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { said } from '../../../codes/said.ts';
import { Tokens } from '../../run-rows.ts';
import { promptKey } from '../prompt/prompt-version.ts';
import { type Model, type ModelCall, ModelRefused } from './model.ts';
import type { ModelSettings } from './settings.ts';

const Recorded = z.object({
  model: z.string(),
  text: z.string(),
  usage: Tokens.optional(),
});

export const fileOf = (folder: string, { question, repair }: ModelCall): string => {
  const key = repair ? promptKey(question, repair.answer, repair.request) : promptKey(question);
  return join(folder, `${key}.json`);
};

/** Answers from recordings: one file for each prompt. */
export const replayModel = (folder: string, settings: ModelSettings): Model => ({
  id: 'replay',
  live: false,
  settings,
  ask: async (call) => {
    const file = fileOf(folder, call);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new ModelRefused(said('model_not_recorded', { file }));
    });
    const { usage, ...recorded } = Recorded.parse(JSON.parse(text));
    return { text: recorded.text, ...(usage && { usage }) };
  },
});
