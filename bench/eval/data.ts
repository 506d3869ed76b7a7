import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Measured } from './gates.ts';
import { measureWorkspace, SIZES } from './measure.ts';
import type { Rated, Workspace } from './worlds.ts';

const Line = z.object({
  workspace: z.string(),
  split: z.enum(['labels', 'test', 'test_after_change']),
  review: z.string(),
  finding: z.string(),
  rater: z.string(),
  rated_at: z.number(),
  rating: z.int().min(1).max(5),
  p: z.number().min(0).max(1).optional(),
  changes_after: z.int().min(1).optional(),
  is_adversarial: z.boolean().optional(),
  persona: z.string(),
  category: z.string(),
  dimension: z.string(),
  kind: z.enum(['fault', 'strength']).default('fault'),
  severity: z.int().min(1).max(4).nullable().default(null),
  score: z.number().min(1).max(5).nullable(),
  spread: z.number().min(0).default(0),
  panel: z.number().min(1).max(5).nullable().default(null),
  seen: z.number().min(0).max(1).nullable().default(null),
  grounded: z.boolean().default(true),
  has_fix: z.boolean().default(false),
  length: z.number().min(0).default(150),
});
type Line = z.infer<typeof Line>;

const ratedOf = (line: Line): Rated => ({
  review_id: line.review,
  finding_id: line.finding,
  rater: line.rater,
  rated_at: line.rated_at,
  rating: line.rating,
  p: line.p,
  finding: {
    persona_id: line.persona,
    category: line.category,
    dimension: line.dimension,
    kind: line.kind,
    severity: line.severity,
    score: line.score,
    spread: line.spread,
    panel: line.panel,
    seen: line.seen,
    grounded: line.grounded,
    has_fix: line.has_fix,
    length: line.length,
  },
});

const linesOf = (text: string, file: string): Line[] =>
  text.split('\n').flatMap((json, at) => {
    if (json.trim() === '') return [];
    const { data, error } = Line.safeParse(JSON.parse(json));
    if (!data) throw new Error(`${file}, line ${at + 1}: ${z.prettifyError(error)}`);
    return [data];
  });

const workspaceOf = (lines: readonly Line[]): Workspace => {
  const of = (split: Line['split']) => lines.filter((line) => line.split === split).map(ratedOf);
  const after = lines.find(({ changes_after }) => changes_after !== undefined)?.changes_after;
  return {
    labels: of('labels').toSorted((a, b) => a.rated_at - b.rated_at),
    test: of('test'),
    ...(after !== undefined && { changed: { after, test: of('test_after_change') } }),
  };
};

/** Each `*.jsonl` in a folder is a world; sizes that a workspace has too few labels for are left out. */
export const dataWorlds = async (folder: string): Promise<Measured[]> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  if (files.length === 0) throw new Error(`${folder} has no *.jsonl.`);
  return Promise.all(
    files.map(async (file) => {
      const lines = linesOf(await readFile(join(folder, file), 'utf8'), file);
      const workspaces = [...Map.groupBy(lines, ({ workspace }) => workspace).values()].map(workspaceOf);
      const least = Math.min(...workspaces.map(({ labels }) => labels.length));
      const sizes = SIZES.filter((size) => size <= least);
      if (sizes.length === 0) throw new Error(`${file}: a workspace has fewer than ${SIZES[0]} labels.`);
      return {
        world: file.replace(/\.jsonl$/, ''),
        workspaces: workspaces.map((workspace) => measureWorkspace(workspace, sizes)),
        changes_after: workspaces[0]?.changed?.after,
        is_adversarial: lines.some(({ is_adversarial }) => is_adversarial === true),
      };
    }),
  );
};
