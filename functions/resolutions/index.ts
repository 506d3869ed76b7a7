import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { resolutions } from './contract.ts';
import {
  bindResolutions,
  createResolution,
  getResolutionUploadUrl,
  listResolutions,
  resolveAnnotation,
} from './operations.ts';

const storage = openStorage();

export const handler = serve(
  resolutions,
  {
    getResolutionUploadUrl: getResolutionUploadUrl(storage),
    createResolution: createResolution(storage),
    resolveAnnotation: resolveAnnotation(storage),
    listResolutions,
  },
  bindResolutions,
);
