import { presentResolution } from '../annotations/present.ts';
import { submitterView } from '../annotations/submitter-view.ts';
import type { Thread } from '../annotations/whole-thread.ts';
import { MAX_ANSWER_BYTES } from '../kit/http/fit.ts';
import { mapPage, pageUpTo, readCursor } from '../kit/table/page.ts';
import { callingSite } from './caller.ts';
import { isAuthor, presentedNotes } from './note-secret.ts';
import type { Widget, WidgetContext } from './operations.ts';

const PAGE = 50;
/** Most people have fewer notes than the first group; long threads end the page after it. */
const GROUPS = [10, PAGE];

const presentNote = (thread: Thread) => {
  const view = submitterView(thread);
  return { ...thread.row, ...view, resolutions: view.resolutions.map(presentResolution) };
};
type Note = ReturnType<typeof presentNote>;

const readNotes = async (ctx: WidgetContext, ids: readonly string[], secrets: ReadonlyMap<string, string>) => {
  const notes = new Map<string, Note>();
  let read = 0;
  let bytes = 0;
  for (const size of GROUPS) {
    const group = ids.slice(read, read + size);
    const threads = await Promise.all(group.map((id) => ctx.annotations.findThread(id)));
    for (const thread of threads) {
      if (thread && isAuthor(ctx, thread.row, secrets.get(thread.row.id))) {
        const note = presentNote(thread);
        notes.set(thread.row.id, note);
        bytes += Buffer.byteLength(JSON.stringify(note));
      }
    }
    read += group.length;
    if (read === ids.length || bytes > MAX_ANSWER_BYTES) break;
  }
  return { notes, read };
};

export const listNotes: Widget['listNotes'] = async (ctx, { query: { cursor } }) => {
  const site = callingSite(ctx);
  const { actor, scope } = ctx;
  const stakeholder = actor.kind === 'stakeholder' ? actor.stakeholder_id : undefined;
  const binding = { route: 'notes', workspace_id: scope.workspace_id, filter: { site: site.id, stakeholder } };
  const before = readCursor(cursor, binding);
  const secrets = presentedNotes(ctx);
  const own = stakeholder === undefined ? [] : await ctx.notes.idsOfStakeholder(site.id, stakeholder, PAGE + 1, before);
  const all = [...new Set([...own, ...secrets.keys()])].filter((id) => before === undefined || id < before);
  const ids = all.sort().reverse();
  const { notes, read } = await readNotes(ctx, ids.slice(0, PAGE), secrets);
  const page = pageUpTo(ids.slice(0, read), read === ids.length, binding, (id) => id);
  return mapPage(page, (id) => notes.get(id));
};
