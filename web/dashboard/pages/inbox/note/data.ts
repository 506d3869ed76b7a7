import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useWorkspace } from '../../../app/workspace.tsx';
import { PAGED, pageQuery } from '../../../kit/paged.ts';
import { type Change, useNoteChanges } from '../change-notes.ts';
import type { Note } from '../data.ts';
import type { NoteRow } from '../note-list.ts';

const EXCERPT = 300;

/** The list item of a full note. */
const rowOf = ({ body, page, screenshot_url, ...note }: Note): NoteRow => ({
  id: note.id,
  site_id: note.site_id,
  status: note.status,
  kind: note.kind,
  summary: note.summary,
  assignee_id: note.assignee_id,
  auto_fix: note.auto_fix,
  excerpt: body.slice(0, EXCERPT),
  page_url: page.url,
  submitter: note.submitter,
  has_screenshot: screenshot_url !== null,
  acknowledged_at: note.acknowledged_at,
  acknowledged_by: note.acknowledged_by,
  lease_expires_at: note.lease_expires_at,
  quarantine: note.quarantine,
  created_at: note.created_at,
  updated_at: note.updated_at,
});

/** Changes the open note, announces it and offers an undo. */
export const useChangeNote = (note: Note) => {
  const { change, progress } = useNoteChanges();
  return {
    /** Whether the service accepted it. */
    change: async (wanted: Change): Promise<boolean> => (await change([rowOf(note)], wanted)).length === 0,
    isPending: progress !== undefined,
  };
};

export const useNoteReviews = ({ id, site_id }: Pick<Note, 'id' | 'site_id'>) => {
  const { workspace, service } = useWorkspace();
  return queryOptions({
    queryKey: [workspace.id, 'note', id, 'reviews'],
    queryFn: async ({ signal }) => {
      const query = { widget_site_id: site_id, annotation_id: id, limit: 20 };
      return (await service.listReviews({ query }, { signal })).items;
    },
    staleTime: 30_000,
  });
};

export const useNoteAudit = (annotation_id: string) => {
  const { workspace, service } = useWorkspace();
  return infiniteQueryOptions({
    queryKey: [workspace.id, 'note', annotation_id, 'audit'],
    queryFn: ({ pageParam, signal }) =>
      service.listAnnotationAudit({ annotation_id, query: pageQuery(pageParam, 30) }, { signal }),
    ...PAGED,
    staleTime: 0,
  });
};
