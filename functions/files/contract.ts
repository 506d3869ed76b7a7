import { area, beyondSpec, PUBLIC } from '../kit/contract/contract.ts';

export const files = area('files', {
  getFile: beyondSpec('GET /files/{signed}', PUBLIC, {
    summary: 'Open a stored image by its signed URL',
    produces: 'text/plain; charset=utf-8',
    redirects: true,
    limits: [{ bucket: 'ip', max: 300, per_seconds: 60 }],
  }),
  putUpload: beyondSpec('PUT /u/{signed}', PUBLIC, {
    summary: 'Upload evidence of a fix by its short URL, at most 4 MB; clients have to follow the redirect',
    produces: 'text/plain; charset=utf-8',
    redirects: 307,
    limits: [{ bucket: 'ip', max: 300, per_seconds: 60 }],
  }),
});
