import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { markOf, type Shown, useMarkRead, useOpenedOf } from '../unread.ts';

/** Marks the note as read while it is shown; returns what came since the member's last visit. */
export const useReading = (note: Shown): ((created_at: string) => boolean) => {
  const { data, isPending } = useQuery(useOpenedOf()(note.site_id));
  const { notes: mark } = useMarkRead();
  const marked = useRef('');
  const [visit, setVisit] = useState<{ from: number; to: number }>();
  useEffect(() => {
    if (isPending || marked.current === note.updated_at) return;
    const before = data && markOf(data, note.id);
    if (marked.current === '' && before) setVisit({ from: Number(before.updated_at), to: Number(note.updated_at) });
    marked.current = note.updated_at;
    if (before?.updated_at !== note.updated_at) void mark([note]);
  }, [data, isPending, note, mark]);
  return useCallback(
    (created_at) => visit !== undefined && Number(created_at) > visit.from && Number(created_at) <= visit.to,
    [visit],
  );
};
