import type { Storage } from '../kit/files/storage.ts';
import type { Operation } from './context.ts';
import { presentExport } from './present-export.ts';

export const requestMyExport =
  (storage: Storage): Operation<'requestMyExport'> =>
  async (ctx) =>
    presentExport(storage, await ctx.exports.ofCaller.owe());
