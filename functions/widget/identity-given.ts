import * as z from 'zod';
import { MAX_USER_ID } from '../annotations/visitor.ts';
import { anyText } from '../kit/contract/schema.ts';

export const IdentityGiven = z.object({
  user_id: anyText(MAX_USER_ID).default(''),
  email: anyText(320).default(''),
  name: anyText(120).default(''),
  expires_at: z.int().optional().meta({ description: 'Epoch milliseconds, at most 24 hours ahead' }),
  hmac: anyText(128).optional().meta({
    description:
      "Hexadecimal HMAC-SHA256 of expires_at, user_id, email and name, joined by newlines, with the site's identity secret",
  }),
});
