import * as z from 'zod';
import { MAX_SESSIONS } from '../kit/access/sessions.ts';
import { anyText, Id, Time, writtenText } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

export const MAX_NAME = 80;

const Language = z.enum(['en', 'de']).nullable();

const UserRow = z.object({
  id: z.string(),
  name: z.string().default(''),
  /** An erasure leaves the row without one. */
  email: z.string().optional(),
  language: Language.default(null),
  time_zone: z.string().nullable().default(null),
  created_at: z.number().default(0),
});
export type UserRow = z.infer<typeof UserRow>;
export const userRows = rowsAs(keys.user, () => UserRow);

export const Profile = z.object({
  user_id: Id,
  name: z.string().meta({ description: 'Shown to all workspaces of the person' }),
  email: z.string(),
  language: Language.meta({ description: "Of the dashboard and of emails; null: the browser's, and the workspace's" }),
  time_zone: z
    .string()
    .nullable()
    .meta({
      description: "An IANA name, for dates and the daily digest; null: the browser's, and UTC",
      examples: ['Europe/Berlin'],
    }),
  created_at: Time,
});

export const ProfilePatch = z.object({
  name: writtenText(MAX_NAME).optional(),
  language: Language.optional(),
  time_zone: anyText(64).nullable().optional(),
});

export const Sessions = z.object({
  items: z
    .array(
      z.object({
        id: Id,
        device: z.string().meta({ description: 'Browser and system', examples: ['Chrome 141, macOS'] }),
        current: z.boolean().meta({ description: 'The session of this request' }),
        created_at: Time.meta({ description: 'When the person signed in' }),
        last_used_at: Time.meta({ description: 'To the hour' }),
      }),
    )
    .max(MAX_SESSIONS),
});

export const SessionsEnded = z.object({ ended: z.number().int() });
