import * as z from 'zod';

/** Signed into the address, so that storage refuses a file of another size. */
export const uploadSize = (max: number) =>
  z.number().int().min(1).max(max).meta({ description: 'File size in bytes; the upload must match it exactly' });

export const UploadUrl = z.object({
  url: z.string().meta({ description: 'PUT the file here with `headers` before it expires' }),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  key: z.string().meta({
    description: 'Pass it as `before_key`, `after_key`, `upload_key` or `transcript_key`',
  }),
  expires_in_seconds: z.number().int(),
});
