import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Day, Time } from '../../kit/time.tsx';
import { notify } from '../../kit/toast.ts';
import { useText } from '../../words/messages.ts';
import { type ApiToken, useWorkspaceQueries } from './data.ts';
import { NewToken } from './new-token.tsx';
import { RoleTag } from './role-tag.tsx';
import { TokenShown } from './token-shown.tsx';

const SOON_MS = 7 * 24 * 60 * 60 * 1000;

const Expiry = ({ at }: { at: string | null }) => {
  const t = useText();
  if (at === null) return <>{t('tokens.no_end')}</>;
  const left = Number(at) - Date.now();
  if (left <= 0) return <span className="tag warn">{t('tokens.expired')}</span>;
  return (
    <span className={left < SOON_MS ? 'tag warn' : undefined}>
      {t('tokens.ends')} <Day at={at} />
    </span>
  );
};

const TokenRow = ({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) => {
  const t = useText();
  return (
    <li className="member">
      <div className="member-who">
        <strong>{token.name}</strong> <RoleTag role={token.role} />
        <p className="fine">
          <code>
            {token.prefix}…{token.last4}
          </code>{' '}
          · <Expiry at={token.expires_at} />
        </p>
        <p className="fine">
          {t('tokens.made_by', { name: token.created_by_name || t('tokens.an_agent') })} <Time at={token.created_at} />
          {' · '}
          {token.last_used_at ? (
            <>
              {t('tokens.last_used')} <Time at={token.last_used_at} />
            </>
          ) : (
            t('tokens.never_used')
          )}
        </p>
      </div>
      <div className="member-do">
        <button
          type="button"
          className="button danger-quiet"
          aria-label={`${t('tokens.revoke')}: ${token.name} …${token.last4}`}
          onClick={onRevoke}
        >
          {t('tokens.revoke')}
        </button>
      </div>
    </li>
  );
};

export const TokensTab = () => {
  const t = useText();
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const query = useWorkspaceQueries().tokens;
  const { data: tokens, error, refetch } = useQuery(query);
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<{ name: string; token: string }>();
  const [revoking, setRevoking] = useState<ApiToken>();
  const isOwner = workspace.role === 'OWNER';
  const revoke = async ({ token_id, name }: ApiToken) => {
    await service.revokeApiToken({ ws_id: workspace.id, token_id });
    queries.setQueryData(query.queryKey, (all) => all?.filter((one) => one.token_id !== token_id));
    notify(t('tokens.revoked', { name }));
  };
  const add = isOwner && !isMaking && (
    <button type="button" className="button primary" onClick={() => setMaking(true)}>
      <KeyRound aria-hidden="true" /> {t('tokens.new')}
    </button>
  );
  return (
    <div className="stack">
      {isMaking && <NewToken onMade={setShown} onClose={() => setMaking(false)} />}
      {error && <ErrorNote error={error} retry={refetch} />}
      {!tokens && !error && <Skeleton lines={4} />}
      {tokens?.length === 0 && !isMaking && (
        <EmptyState title={t('tokens.none')} action={add}>
          <p>{t(isOwner ? 'tokens.lead' : 'tokens.owners_make')}</p>
        </EmptyState>
      )}
      {tokens && tokens.length > 0 && (
        <section className="card stack">
          <div className="row spread">
            <div className="grow">
              <h2>{t(isOwner ? 'tokens.title' : 'tokens.title.own')}</h2>
              <p className="soft">{t(isOwner ? 'tokens.lead' : 'tokens.owners_make')}</p>
            </div>
            {add}
          </div>
          <ul className="people">
            {tokens.map((token) => (
              <TokenRow key={token.token_id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        </section>
      )}
      {shown && <TokenShown {...shown} onClose={() => setShown(undefined)} />}
      {revoking && (
        <Confirm
          title={t('tokens.revoke.title', { name: revoking.name })}
          action={t('tokens.revoke')}
          run={() => revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <p>
            {t('tokens.revoke.which', { token: `${revoking.prefix}…${revoking.last4}` })} {t('tokens.revoke.what')}
          </p>
        </Confirm>
      )}
    </div>
  );
};
