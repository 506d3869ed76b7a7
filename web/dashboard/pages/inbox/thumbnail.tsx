import './thumbnail.css';
import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SIGNED_MS } from '../../kit/patience.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import type { NoteRow } from './note-list.ts';

type Ask = (site_id: string, ids: string) => Promise<readonly { annotation_id: string; url: string | null }[]>;
type Answer = Promise<ReadonlyMap<string, string | null>>;

const AT_ONE_GO = 25;
/** Rows that come into view together are asked for together. */
const GATHER_MS = 60;

interface Batch {
  ids: string[];
  answer: Answer;
}

const open = new Map<string, Batch>();

const send = async (site_id: string, batch: Batch, ask: Ask): Answer => {
  await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  if (open.get(site_id) === batch) open.delete(site_id);
  const items = await ask(site_id, batch.ids.join(','));
  return new Map(items.map(({ annotation_id, url }) => [annotation_id, url]));
};

const urlOf = async (site_id: string, id: string, ask: Ask): Promise<string | null> => {
  let batch = open.get(site_id);
  if (!batch || batch.ids.length >= AT_ONE_GO) {
    batch = { ids: [], answer: Promise.resolve(new Map()) };
    open.set(site_id, batch);
    batch.answer = send(site_id, batch, ask);
  }
  batch.ids.push(id);
  return (await batch.answer).get(id) ?? null;
};

const useIsInView = () => {
  const place = useRef<HTMLSpanElement>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (isInView || !current) return undefined;
    const watch = new IntersectionObserver((seen) => setInView(seen.some(({ isIntersecting }) => isIntersecting)));
    watch.observe(current);
    return () => watch.disconnect();
  }, [isInView]);
  return { place, isInView };
};

export const Thumbnail = ({ note: { id, site_id } }: { note: NoteRow }) => {
  const { workspace, service } = useWorkspace();
  const { place, isInView } = useIsInView();
  const [lost, setLost] = useState<string>();
  const { data: url } = useQuery({
    queryKey: [workspace.id, 'thumbnail', id],
    enabled: isInView,
    staleTime: SIGNED_MS,
    retry: false,
    queryFn: () =>
      urlOf(site_id, id, async (site, ids) => (await service.listThumbnails({ site_id: site, query: { ids } })).items),
  });
  return (
    <span ref={place} className="thumbnail">
      {url && url !== lost ? (
        <img
          src={url}
          alt={t('inbox.has_screenshot')}
          width="56"
          height="36"
          draggable={false}
          onError={() => setLost(url)}
        />
      ) : (
        <Image aria-label={t('inbox.has_screenshot')} />
      )}
    </span>
  );
};
