import { keys } from '../../kit/table/keys.ts';
import { numberAt, textAt } from '../../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../../kit/table/table.ts';
import { personaReader } from '../../personas/reader.ts';
import type { PersonaRow } from '../../personas/schema.ts';
import { newRun } from '../api/new-run.ts';
import { suitedPanel } from '../api/suited-panel.ts';
import type { Content } from '../read/content.ts';
import { kindOf } from '../read/content-kind.ts';
import type { ReviewIds, ReviewRow } from '../rows.ts';
import { reservedOf, shareOut } from '../spend/monthly-spend.ts';

/** The panel that suits what was read; undefined if the caller named one, or if its type says as much. */
export const chooseAgain = async (
  table: Table,
  workspace: Item & { id: string },
  { input, input_type, title }: ReviewRow,
  content: Content,
): Promise<PersonaRow[] | undefined> => {
  const kind = kindOf(content, title);
  if (!input?.chooses_panel || kind === 'other') return undefined;
  const personas = personaReader(table, { id: workspace.id, created_at: numberAt(workspace, 'created_at') });
  const panel = await suitedPanel(personas, workspace.id, input_type, kind);
  return panel.length > 0 ? panel : undefined;
};

/** Queued runs of another panel; what was reserved for the month's limit goes to them. */
export const replaceRuns = (
  { ws, review }: ReviewIds,
  queued: readonly StoredRow[],
  panel: readonly PersonaRow[],
  at: number,
): Write[] => {
  const runs = panel.map((persona, position) => newRun(review, persona, position, at));
  const cost = reservedOf(queued);
  const reserved = cost === undefined ? runs : shareOut(cost, runs);
  const kept = new Set(panel.map(({ id }) => id));
  return [
    ...queued.filter((run) => !kept.has(textAt(run, 'persona_id'))).map((run): Write => ({ delete: run })),
    ...reserved.map((run): Write => ({ put: { ...keys.reviewRun(ws, review, run.persona_id), ...run } })),
  ];
};
