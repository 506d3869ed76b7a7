import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const AgentTextShape = z.object({
  id: z.string(),
  language: z.string(),
  flag: z.boolean(),
  kind: z.enum(['addresses_agent', 'asks_for_secret', 'both']).nullable().default(null),
  text: z.string(),
});
export type AgentText = z.infer<typeof AgentTextShape>;

/** All texts of a folder's `.jsonl` files, by file and line. */
export const textsIn = (folder: string): AgentText[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line, at) => {
          const read = AgentTextShape.safeParse(JSON.parse(line));
          if (!read.success) throw new Error(`${name}:${at + 1} isn't a text: ${z.prettifyError(read.error)}`);
          return read.data;
        }),
    );
