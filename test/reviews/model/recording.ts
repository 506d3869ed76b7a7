import { mkdir, writeFile } from 'node:fs/promises';
import type { Model } from '../../../functions/reviews/ask/model/model.ts';
import { fileOf } from '../../../functions/reviews/ask/model/replay.ts';

/** A model whose answers are kept for `replayModel`. */
export const recording = (model: Model, folder: string): Model => ({
  ...model,
  ask: async (call) => {
    const reply = await model.ask(call);
    await mkdir(folder, { recursive: true });
    await writeFile(fileOf(folder, call), `${JSON.stringify({ model: model.id, ...reply }, undefined, 2)}\n`);
    return reply;
  },
});
