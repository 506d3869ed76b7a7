import { isVisible } from '../kit/actor.ts';
import type { Call } from '../kit/http/serve.ts';
import { keys } from '../kit/table/keys.ts';
import { isLive, rowsOf, textAt } from '../kit/table/record.ts';
import type { StoredRow } from '../kit/table/table.ts';
import {
  type AnnotationRow,
  type ApprovalRow,
  annotationRows,
  approvalRows,
  type ContextRow,
  contextRows,
  type ReplyRow,
  type ResolutionRow,
  replyRows,
  resolutionRows,
  type VerificationRow,
  verificationRows,
} from './rows.ts';

export interface Thread {
  row: AnnotationRow;
  context: ContextRow;
  replies: ReplyRow[];
  resolutions: ResolutionRow[];
  verification?: VerificationRow | undefined;
  approval?: ApprovalRow | undefined;
  /** Ids of the notes that report the same. */
  duplicates: readonly string[];
}

type Risky = Partial<Pick<ReplyRow, 'risks'>>;

/** Of the note and of all that visitors answered. */
export const risksIn = (note: Risky, replies: readonly Risky[]) => [
  ...new Set([note, ...replies].flatMap(({ risks = [] }) => risks)),
];

/** Until its context is written, a note shows the beginning that its row holds. */
const beginningOf = ({ excerpt, page_url, submitter }: AnnotationRow): ContextRow => ({
  body: excerpt,
  name: submitter.name,
  email: null,
  captured: { page: { url: page_url }, anchor: { kind: 'page' } },
  screenshot_key: null,
  thumbnail_key: null,
});

export const toThread = (rows: readonly StoredRow[], { scope }: Pick<Call, 'scope'>): Thread | undefined => {
  const found = rowsOf(rows, keys.annotation)[0];
  if (!isLive(found) || !isVisible(scope, found.site_id)) return undefined;
  const row = annotationRows.parse(found);
  return {
    row,
    context: contextRows.among(rows)[0] ?? beginningOf(row),
    replies: replyRows.among(rows),
    resolutions: resolutionRows.among(rows),
    verification: verificationRows.among(rows)[0],
    approval: row.approval_state === null ? undefined : approvalRows.among(rows)[0],
    duplicates: rowsOf(rows, keys.duplicate).map((duplicate) => textAt(duplicate, 'id')),
  };
};
