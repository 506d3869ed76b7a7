import * as z from 'zod';
import { Resolution } from '../annotations/schema.ts';
import { area, GUESTS, MEMBERS, route } from '../kit/contract/contract.ts';
import { ResolutionCreate, UploadUrlCreate } from './schema.ts';
import { UploadUrl } from './upload-url.ts';

export const resolutions = area('resolutions', {
  getResolutionUploadUrl: route('POST /api/v1/annotations/{annotation_id}/resolutions/upload-url', MEMBERS, {
    summary: 'Get an upload URL for a before or after image',
    body: UploadUrlCreate,
    response: UploadUrl,
  }),
  createResolution: route('POST /api/v1/annotations/{annotation_id}/resolutions', MEMBERS, {
    summary: 'Attach evidence of a fix and notify the submitter',
    body: ResolutionCreate,
    response: Resolution,
    refuses: [409],
  }),
  listResolutions: route('GET /api/v1/annotations/{annotation_id}/resolutions', GUESTS, {
    summary: "List an annotation's resolutions, oldest first; at most 100",
    response: z.array(Resolution),
  }),
});
