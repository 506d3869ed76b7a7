import type { Storage } from '../kit/files/storage.ts';
import type { Operation } from './context.ts';
import { presentLatest } from './present-export.ts';

export const getWorkspaceExport =
  (storage: Storage): Operation<'getWorkspaceExport'> =>
  async (ctx) =>
    presentLatest(storage, await ctx.exports.ofWorkspace.find());
