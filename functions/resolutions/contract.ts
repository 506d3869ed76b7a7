import * as z from 'zod';
import { Resolution } from '../annotations/schema.ts';
import { area, beyondSpec, GUESTS, MEMBERS, route } from '../kit/contract/contract.ts';
import { MAX_SENT_CHARACTERS } from '../kit/files/attach.ts';
import { AnnotationResolve, EvidenceUploadUrl, ResolutionCreate, Resolved, UploadUrlCreate } from './schema.ts';

export const resolutions = area('resolutions', {
  getResolutionUploadUrl: route('POST /api/v1/annotations/{annotation_id}/resolutions/upload-url', MEMBERS, {
    summary: 'Get an upload URL for a before or after image',
    body: UploadUrlCreate,
    response: EvidenceUploadUrl,
  }),
  createResolution: route('POST /api/v1/annotations/{annotation_id}/resolutions', MEMBERS, {
    summary: 'Attach evidence of a fix and notify the submitter',
    body: ResolutionCreate,
    response: Resolution,
    refuses: [409],
  }),
  resolveAnnotation: beyondSpec('POST /api/v1/annotations/{annotation_id}/resolve', MEMBERS, {
    summary: 'Resolve an annotation together with its evidence and notify the submitter once',
    body: AnnotationResolve,
    /** Two pictures and the texts. */
    max_body_bytes: 2 * MAX_SENT_CHARACTERS + 64 * 1024,
    response: Resolved,
    refuses: [409],
  }),
  listResolutions: route('GET /api/v1/annotations/{annotation_id}/resolutions', GUESTS, {
    summary: "List an annotation's resolutions, oldest first; at most 100",
    response: z.array(Resolution),
  }),
});
