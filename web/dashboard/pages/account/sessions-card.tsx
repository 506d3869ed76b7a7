import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { AskFirst } from '../../kit/dialog.tsx';
import { Time } from '../../kit/formats.tsx';
import { refetchIfGone, Waiting } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';

type Session = OutputOf<'listSessions'>['items'][number];

const queryKey = ['me', 'sessions'];

const SessionRow = ({ one }: { one: Session }) => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const device = one.device || t('sessions.unknown');
  const end = useMutation({
    mutationFn: () => service.endSession({ session_id: one.id }).catch(refetchIfGone(queries, queryKey)),
    onSuccess: () => {
      notify(t('sessions.ended', { count: 1 }));
      return queries.invalidateQueries({ queryKey });
    },
    onError: notifyError,
  });
  return (
    <li className="row spread person">
      <div>
        <strong>{device}</strong> {one.current && <span className="tag good">{t('sessions.current')}</span>}
        <p className="fine">
          {t('sessions.since')} <Time at={one.created_at} /> · {t('sessions.used')} <Time at={one.last_used_at} />
        </p>
      </div>
      {!one.current && (
        <Button onClick={() => end.mutate()} disabled={end.isPending} aria-label={`${t('shell.sign_out')}: ${device}`}>
          {t('shell.sign_out')}
        </Button>
      )}
    </li>
  );
};

export const SessionsCard = () => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => service.listSessions({}, { signal }) });
  const sessions = query.data?.items;
  const endOthers = async () => {
    const { ended } = await service.endOtherSessions({});
    await queries.invalidateQueries({ queryKey }).catch(notifyError);
    notify(t('sessions.ended', { count: ended }));
  };
  return (
    <Card title={t('sessions.title')} lead={t('sessions.lead')}>
      {!sessions && <Waiting query={query} lines={2} />}
      {sessions && (
        <ul className="people">
          {sessions.map((one) => (
            <SessionRow key={one.id} one={one} />
          ))}
        </ul>
      )}
      <AskFirst label={t('sessions.end_others')} title={t('sessions.end_others.title')} run={endOthers}>
        <p>{t('sessions.end_others.what')}</p>
      </AskFirst>
    </Card>
  );
};
