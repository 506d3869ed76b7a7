import type { Operation } from '../context.ts';
import type { resolutions } from './contract.ts';
import { presentResolution } from './present-resolution.ts';

export const listResolutions: Operation<typeof resolutions, 'listResolutions'> = async (ctx, { annotation_id }) =>
  (await ctx.resolutions.list(annotation_id)).map(presentResolution);
