import * as z from 'zod';
import { area } from '../kit/contract/contract.ts';
import { Resolution, ResolutionCreate, UploadUrlCreate } from './schema.ts';
import { UploadUrl } from './upload-url.ts';

const ANY = ['session', 'token'] as const;

export const resolutions = area('resolutions', {
  getResolutionUploadUrl: {
    method: 'POST',
    path: '/api/v1/annotations/{annotation_id}/resolutions/upload-url',
    role: 'MEMBER',
    by: ANY,
    summary: 'Get an upload URL for a before or after image',
    body: UploadUrlCreate,
    response: UploadUrl,
  },
  createResolution: {
    method: 'POST',
    path: '/api/v1/annotations/{annotation_id}/resolutions',
    role: 'MEMBER',
    by: ANY,
    summary: 'Attach evidence of a fix and notify the submitter',
    body: ResolutionCreate,
    response: Resolution,
    refuses: [409],
  },
  listResolutions: {
    method: 'GET',
    path: '/api/v1/annotations/{annotation_id}/resolutions',
    role: 'GUEST',
    by: ANY,
    summary: "List an annotation's resolutions, oldest first; at most 100",
    response: z.array(Resolution),
  },
});
