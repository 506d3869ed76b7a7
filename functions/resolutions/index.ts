import { serveArea } from '../context.ts';
import { openStorage } from '../kit/files/storage.ts';
import { resolutions } from './contract.ts';
import { createResolution } from './create-resolution.ts';
import { getResolutionUploadUrl } from './get-resolution-upload-url.ts';
import { listResolutions } from './list-resolutions.ts';

const storage = openStorage();

export const handler = serveArea(resolutions, {
  getResolutionUploadUrl: getResolutionUploadUrl(storage),
  createResolution: createResolution(storage),
  listResolutions,
});
