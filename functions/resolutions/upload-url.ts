import * as z from 'zod';

/** Bytes of a file that is to be uploaded. It is signed into the address, so that storage refuses a file of another size. */
export const uploadSize = (max: number) =>
  z.number().int().min(1).max(max).meta({ description: 'Bytes of the file; the address takes exactly as many' });

/** Where a file may be put, once. */
export const UploadUrl = z.object({
  url: z.string().meta({ description: 'PUT the bytes here, with `headers`, before it expires' }),
  method: z.literal('PUT'),
  headers: z.record(z.string(), z.string()),
  key: z.string().meta({
    description: 'Pass it where the file belongs: `before_key`, `after_key`, `upload_key` or `transcript_key`',
  }),
  expires_in_seconds: z.number().int(),
});
