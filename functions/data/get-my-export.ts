import type { Storage } from '../kit/files/storage.ts';
import type { Operation } from './context.ts';
import { presentLatest } from './present-export.ts';

export const getMyExport =
  (storage: Storage): Operation<'getMyExport'> =>
  async (ctx) =>
    presentLatest(storage, await ctx.exports.ofCaller.find());
