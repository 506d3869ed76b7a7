import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileArchive, FileDown } from 'lucide-react';
import type { OutputOf } from '../../../client/index.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Time } from '../../kit/formats.tsx';
import { Waiting } from '../../kit/states.tsx';
import { notifyError } from '../../kit/toast.ts';
import { t } from '../../words/messages.ts';

type Latest = OutputOf<'getMyExport'>;
type DataExport = NonNullable<Latest['export']>;

const REFRESH_MS = 2000;

const isUnderWay = (one: DataExport | null | undefined) => one?.state === 'queued' || one?.state === 'running';

interface Props {
  title: string;
  lead: string;
  queryKey: QueryKey;
  read: (signal: AbortSignal) => Promise<Latest>;
  request: () => Promise<DataExport>;
}

export const ExportCard = ({ title, lead, queryKey, read, request }: Props) => {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.export) ? REFRESH_MS : false),
  });
  const { data } = query;
  const start = useMutation({
    mutationFn: request,
    onSuccess: (made) => queries.setQueryData<Latest>(queryKey, { export: made }),
    onError: (error) => {
      notifyError(error);
      // One may be under way already.
      void queries.invalidateQueries({ queryKey });
    },
  });
  // The URL is valid for five minutes, so each click gets a new one.
  const download = useMutation({
    mutationFn: () => read(new AbortController().signal),
    onSuccess: (fresh) => {
      queries.setQueryData<Latest>(queryKey, fresh);
      if (fresh.export?.url) location.assign(fresh.export.url);
    },
    onError: notifyError,
  });
  const one = data?.export;
  const counts = { records: one?.records ?? 0, files: one?.files ?? 0 };
  return (
    <Card title={title} lead={lead}>
      {!data && <Waiting query={query} lines={1} />}
      <p role="status" hidden={!one}>
        {one && t(`export.state.${one.state}`, counts)}{' '}
        {one?.state === 'ready' && (
          <small className="soft">
            {t('export.made')} <Time at={one.created_at} />
          </small>
        )}
      </p>
      {data && (
        <div className="row">
          {one?.url && (
            <Button look="primary" icon={FileDown} disabled={download.isPending} onClick={() => download.mutate()}>
              {t('export.download')}
            </Button>
          )}
          {!isUnderWay(one) && (
            <Button icon={FileArchive} disabled={start.isPending} onClick={() => start.mutate()}>
              {t(one?.url ? 'export.again' : 'export.start')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
};
