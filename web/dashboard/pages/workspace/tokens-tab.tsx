import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { AskFirst, Dialog } from '../../kit/dialog.tsx';
import { Day, Time } from '../../kit/formats.tsx';
import { useStay } from '../../kit/router/leave-question.ts';
import { EmptyState, refetchIfGone, Skeleton, Waiting } from '../../kit/states.tsx';
import { notify } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type ApiToken, useWorkspaceQueries } from './data.ts';
import { RoleTag } from './member-row.tsx';
import { type MadeToken, NewToken } from './new-token.tsx';

/** The example prompts for the token instead of containing it, which would leave it in the shell's history. */
const EXAMPLE = `read -rs SIDENOTE_TOKEN && curl -H "Authorization: Bearer $SIDENOTE_TOKEN" ${location.origin}/api/v1/sites`;

/** The only time a token is shown: nothing closes it by accident, from the request on. */
const TokenShown = ({ name, token, onClose }: MadeToken & { onClose: () => void }) => {
  useStay();
  return (
    <Dialog title={t('tokens.shown.title', { name })} onClose={onClose} alert held>
      <div className="dialog-body">
        <p>{t('tokens.shown.once')}</p>
        <div className="stack close token-shown">
          {token === undefined ? (
            <Skeleton lines={1} />
          ) : (
            <>
              <code>{token}</code>
              <CopyButton text={token} label={t('tokens.copy')} />
            </>
          )}
        </div>
        <CodeBlock label={t('tokens.shown.use')} text={EXAMPLE} />
      </div>
      <div className="dialog-actions">
        <Button look="primary" disabled={token === undefined} onClick={onClose}>
          {t('tokens.shown.done')}
        </Button>
      </div>
    </Dialog>
  );
};

const SOON_MS = 7 * 24 * 60 * 60 * 1000;

const Expiry = ({ at }: { at: string | null }) => {
  if (at === null) return <>{t('tokens.no_end')}</>;
  const left = Number(at) - Date.now();
  if (left <= 0) return <span className="tag warn">{t('tokens.expired')}</span>;
  return (
    <span className={left < SOON_MS ? 'tag warn' : undefined}>
      {t('tokens.ends')} <Day at={at} isExact />
    </span>
  );
};

const TokenRow = ({ token, revoke }: { token: ApiToken; revoke: () => Promise<void> }) => {
  const { workspace } = useWorkspace();
  // An agent's registration creates token and workspace; no person is behind it.
  const isOfAgent = token.created_by === workspace.id;
  const maker = isOfAgent ? t('tokens.an_agent') : token.created_by_name || t('tokens.former');
  return (
    <li className="row spread person member">
      <div className="member-who">
        <strong>{token.name}</strong> <RoleTag role={token.role} />
        <p className="fine">
          <code>
            {token.prefix}…{token.last4}
          </code>{' '}
          · <Expiry at={token.expires_at} />
        </p>
        <p className="fine">
          {t('tokens.made_by', { name: maker })} <Time at={token.created_at} />
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
      <div className="row tight member-do">
        <AskFirst
          label={t('common.revoke')}
          of={`${token.name} …${token.last4}`}
          title={t('tokens.revoke.title', { name: token.name })}
          run={revoke}
        >
          <p>{t('tokens.revoke.which', { token: `${token.prefix}…${token.last4}` })}</p>
          <p>{t('tokens.revoke.what')}</p>
        </AskFirst>
      </div>
    </li>
  );
};

export const TokensTab = () => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const query = useWorkspaceQueries().tokens;
  const { data: tokens, error, refetch } = useQuery(query);
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<MadeToken>();
  const isOwner = workspace.role === 'OWNER';
  const revoke = async ({ token_id, name }: ApiToken) => {
    await service.revokeApiToken({ ws_id: workspace.id, token_id }).catch(refetchIfGone(queries, query.queryKey));
    queries.setQueryData(query.queryKey, (all) => all?.filter((one) => one.token_id !== token_id));
    notify(t('tokens.revoked', { name }));
  };
  const add = isOwner && !isMaking && (
    <Button look="primary" icon={KeyRound} onClick={() => setMaking(true)}>
      {t('tokens.new')}
    </Button>
  );
  return (
    <div className="stack">
      {isMaking && <NewToken onMade={setShown} onClose={() => setMaking(false)} />}
      {(error || !tokens) && <Waiting query={{ error, refetch }} lines={4} />}
      {tokens?.length === 0 && !isMaking && (
        <EmptyState title={t('tokens.none')} action={add}>
          {t(isOwner ? 'tokens.lead' : 'tokens.owners_make')}
        </EmptyState>
      )}
      {tokens && tokens.length > 0 && (
        <Card
          title={t(isOwner ? 'workspace.tab.tokens' : 'tokens.title.own')}
          lead={t(isOwner ? 'tokens.lead' : 'tokens.owners_make')}
          action={add}
        >
          <ul className="people">
            {tokens.map((token) => (
              <TokenRow key={token.token_id} token={token} revoke={() => revoke(token)} />
            ))}
          </ul>
        </Card>
      )}
      {shown && <TokenShown {...shown} onClose={() => setShown(undefined)} />}
    </div>
  );
};
