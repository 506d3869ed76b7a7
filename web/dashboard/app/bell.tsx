import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../client/index.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Time } from '../kit/formats.tsx';
import { PagedList, paged } from '../kit/paged-list.tsx';
import { Link } from '../kit/router/link.tsx';
import { useShown } from '../kit/router/router.ts';
import { notifyError } from '../kit/toast.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { t } from '../words/messages.ts';

type Notification = OutputOf<'listNotifications'>['items'][number];

const REFRESH_MS = 60_000;
const PAGE = 20;

const target = ({ annotation_id, review_id }: Notification) => {
  if (annotation_id) return { to: '/inbox/$annotationId', params: { annotationId: annotation_id } } as const;
  return review_id ? ({ to: '/reviews/$reviewId', params: { reviewId: review_id } } as const) : undefined;
};

const Item = ({ one, onOpen }: { one: Notification; onOpen: (id: string) => void }) => {
  const where = one.text === null ? undefined : target(one);
  const face = (
    <>
      <span>
        {one.unread && <span className="visually-hidden">{t('bell.unread')}: </span>}
        {t(`bell.event.${one.event}`, { by: one.by ?? t('common.someone') })}
      </span>
      <span className="soft clamped" dir="auto">
        {one.text ?? t('bell.gone')}
      </span>
      <small className="fine">
        <Time at={one.created_at} />
      </small>
    </>
  );
  return (
    <li className={one.unread ? 'is-new' : undefined}>
      {where ? (
        <Link {...where} onClick={() => onOpen(one.id)}>
          {face}
        </Link>
      ) : (
        <div>{face}</div>
      )}
    </li>
  );
};

const List = ({ unread, close }: { unread: number; close: () => void }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const ws_id = workspace.id;
  const list = useInfiniteQuery({
    queryKey: [ws_id, 'notifications', 'list'],
    ...paged(PAGE, (query, options) => service.listNotifications({ ws_id, query }, options)),
    // The number at the bell may count one that came since the list was read.
    refetchOnMount: 'always',
  });
  const read = useMutation({
    mutationFn: (body: { ids: string[] } | { all: true }) => service.markRead({ ws_id, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [ws_id, 'notifications'] }),
    onError: notifyError,
  });
  const open = (id: string) => {
    read.mutate({ ids: [id] });
    close();
  };
  const isAnyUnread = unread > 0 || list.data?.pages.some(({ items }) => items.some((one) => one.unread));
  return (
    <div className="stack">
      <PagedList list={list} className="notifications" lines={4} empty={<p className="soft">{t('bell.empty')}</p>}>
        {(one) => <Item key={one.id} one={one} onOpen={open} />}
      </PagedList>
      <div className="row spread">
        <Link to="/account" hash="notifications" onClick={close}>
          {t('bell.settings')}
        </Link>
        <div className="row">
          {isAnyUnread && (
            <Button disabled={read.isPending} onClick={() => read.mutate({ all: true })}>
              {t('bell.read_all')}
            </Button>
          )}
          <Button onClick={close}>{t('common.close')}</Button>
        </div>
      </div>
    </div>
  );
};

/** Marks those about the note or the review that is shown. Best effort: what fails stays unread. */
const useReadAsShown = (unread: number): void => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { annotationId, reviewId } = useShown().at;
  const about = annotationId ?? reviewId;
  const done = useRef('');
  useEffect(() => {
    if (!about || unread === 0 || done.current === `${about} ${unread}`) return;
    service.markRead({ ws_id: workspace.id, body: { about } }).then(
      ({ unread: left }) => {
        done.current = `${about} ${left}`;
        if (left !== unread) void queries.invalidateQueries({ queryKey: [workspace.id, 'notifications'] });
      },
      () => undefined,
    );
  }, [queries, workspace.id, service, unread, about]);
};

export const Bell = () => {
  const { workspace, service } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [workspace.id, 'notifications', 'unread'],
    queryFn: ({ signal }) => service.getUnread({ ws_id: workspace.id }, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const unread = data?.unread ?? 0;
  useReadAsShown(unread);
  const shown = unread > 99 ? '99+' : String(unread);
  return (
    <>
      <button
        type="button"
        className="bell"
        aria-label={t('bell.label', { unread, shown })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      {isOpen && (
        <Dialog title={t('bell.title')} onClose={() => setOpen(false)}>
          <List unread={unread} close={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
};
