import type { Storage } from '../kit/files/storage.ts';
import type { Operation } from './context.ts';
import { presentExport } from './present-export.ts';

export const requestWorkspaceExport =
  (storage: Storage): Operation<'requestWorkspaceExport'> =>
  async (ctx) =>
    presentExport(storage, await ctx.exports.ofWorkspace.owe());
