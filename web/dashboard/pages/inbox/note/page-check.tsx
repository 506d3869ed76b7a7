import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Time } from '../../../kit/formats.tsx';
import { Said } from '../../../kit/said.tsx';
import { ErrorNote } from '../../../kit/states.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Note, notesKey } from '../data.ts';

const POLL_MS = 2000;

/** Starts one look at the page for all its pending notes, and follows it. */
const usePageCheck = ({ id, site_id, page }: Note) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const start = useMutation({
    mutationFn: () => service.checkAnchors({ site_id, body: { page_url: page.url } }),
  });
  const { data } = useQuery({
    queryKey: [workspace.id, 'anchors', site_id, page.url, start.data?.requested_at],
    queryFn: async ({ signal }) => {
      const { items } = await service.listAnchorChecks({ site_id, query: { page_url: page.url } }, { signal });
      return items[0] ?? null;
    },
    enabled: start.isSuccess,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'checking' ? false : POLL_MS),
  });
  const isDone = data != null && data.state !== 'checking';
  useEffect(() => {
    if (!isDone) return;
    void queries.invalidateQueries({ queryKey: [workspace.id, 'note', id] });
    void queries.invalidateQueries({ queryKey: notesKey(workspace.id, site_id) });
  }, [isDone, queries, workspace.id, site_id, id]);
  return { start, result: isDone ? data : undefined, isChecking: start.isPending || (start.isSuccess && !isDone) };
};

/** Whether the element of a pending note is still on its page. */
export const PageCheck = ({ note }: { note: Note }) => {
  const { workspace } = useWorkspace();
  const { start, result, isChecking } = usePageCheck(note);
  const mayCheck = workspace.role !== 'GUEST';
  const { anchor_check: seen } = note;
  if (note.status !== 'pending' || note.anchor.kind === 'page' || !(seen || mayCheck)) return null;
  const lost = result?.notes.filter(({ anchor }) => anchor === 'lost').length ?? 0;
  return (
    <section className="stack" aria-labelledby="page-check">
      <div className="row spread">
        <h2 id="page-check">{t('note.anchor')}</h2>
        {mayCheck && (
          <Button icon={ScanSearch} disabled={isChecking} onClick={() => start.mutate()}>
            {t('note.anchor.check')}
          </Button>
        )}
      </div>
      {start.error && <ErrorNote error={start.error} />}
      <div role="status" className="stack close">
        {!seen && !isChecking && !result && <p className="soft">{t('note.anchor.lead')}</p>}
        {isChecking && <p>{t('note.verify.checking')}</p>}
        {result && result.state !== 'not_checked' && (
          <p className="fine">{t('note.anchor.result', { all: result.notes.length, lost })}</p>
        )}
        {result?.reason && (
          <p className="fine">
            <Said text={result.reason} codes={result.reason_codes} />
          </p>
        )}
        {seen && (
          <p>
            {t(`note.anchor.${seen.anchor}`)}{' '}
            <span className="fine">
              <Time at={seen.checked_at} />
            </span>
          </p>
        )}
      </div>
    </section>
  );
};
