import { badRequest, gone } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { readCursor, writeCursor } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import { endOfLog, type Position, type ReadChange, readFrom } from './log.ts';

/** As a cursor: begins with the next change. */
export const LATEST = 'latest';
const ROUTE = 'changes';

export interface ChangesRequest {
  cursor?: string | undefined;
  limit: number;
}

type Reader = Pick<Call, 'scope'>;

/** Both routes and MCP take each other's cursors. */
const bindingOf = ({ scope: { workspace_id } }: Reader) => ({ route: ROUTE, workspace_id, filter: {} });

const toText = ({ number, taken }: Position) => `${number}/${taken}`;

const toPosition = (text: string): Position => {
  const [number, taken] = text.split('/').map(Number);
  if (number === undefined || taken === undefined) throw badRequest('cursor_invalid');
  return { number, taken };
};

/** By the sites granted now. Changes of a site that is being deleted count: its notes are removed one by one. */
const isGranted = ({ scope: { sites } }: Reader, { site_id }: ReadChange) => sites === 'all' || sites.has(site_id);

export interface ChangesPage {
  items: Omit<ReadChange, 'position'>[];
  cursor: string;
  has_more: boolean;
}

/** One read, whether or not there is a change. */
export const readChanges = async (
  table: Table,
  call: Reader,
  { cursor, limit }: ChangesRequest,
): Promise<ChangesPage> => {
  const ws = call.scope.workspace_id;
  const binding = bindingOf(call);
  if (cursor === LATEST) {
    return { items: [], cursor: writeCursor(toText(await endOfLog(table, ws)), binding), has_more: false };
  }
  const position = readCursor(cursor, binding);
  const found = await readFrom(table, ws, position === undefined ? undefined : toPosition(position), limit);
  if (!found) throw gone('cursor_expired', 'cursor_expired');
  return {
    items: found.changes.filter((change) => isGranted(call, change)).map(({ position: _, ...change }) => change),
    cursor: writeCursor(toText(found.end), binding),
    has_more: found.has_more,
  };
};
