import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../client/index.ts';
import { Button } from '../../kit/button.tsx';
import { Page } from '../../kit/page.tsx';
import { useSearch } from '../../kit/router/router.ts';
import { ErrorNote, Signpost } from '../../kit/states.tsx';
import { leave } from '../../session/leave.ts';
import { serviceFor } from '../../session/service.ts';
import { signOutHere, useSession } from '../../session/sign-in.ts';
import { t } from '../../words/messages.ts';
import type { TeamModeSearch } from './search.ts';
import { readTeamModeSearch } from './search.ts';

const PATIENCE_MS = 5000;

class NoWindowError extends Error {}

/** To the window that the page opened. */
const handOver = (channel: string, access: { token: string; expires_at: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    const hands = new BroadcastChannel(`sidenote-page-${channel}`);
    const timer = setTimeout(() => {
      hands.close();
      reject(new NoWindowError());
    }, PATIENCE_MS);
    hands.onmessage = () => {
      clearTimeout(timer);
      hands.close();
      resolve();
    };
    hands.postMessage({ token: access.token, expires_at: Number(access.expires_at) });
  });

const Consent = ({ token, origin, channel }: Required<TeamModeSearch>) => {
  const { person } = useSession();
  const allow = useMutation({
    mutationFn: async () => handOver(channel, await serviceFor().createPageAccess({ body: { token, origin } })),
    onSuccess: () => window.close(),
  });
  const isOutsider = allow.error instanceof ApiError && allow.error.status === 404;
  const isAlone = allow.error instanceof NoWindowError;
  return (
    <Page title={t('teamMode.title')}>
      <div className="card stack narrow">
        <p>
          {t('teamMode.where')} <strong dir="auto">{origin}</strong>
        </p>
        <p className="callout">{t('teamMode.means')}</p>
        {isOutsider && <p role="alert">{t('teamMode.outsider', { email: person?.email ?? '' })}</p>}
        {isAlone && <p role="alert">{t('teamMode.alone')}</p>}
        {allow.error && !isOutsider && !isAlone && <ErrorNote error={allow.error} />}
        {allow.isSuccess ? (
          <p role="status">{t('teamMode.done')}</p>
        ) : (
          <div className="row">
            <Button look="primary" disabled={allow.isPending} onClick={() => allow.mutate()}>
              {t('teamMode.allow')}
            </Button>
            <Button onClick={() => window.close()}>{t('common.cancel')}</Button>
            {isOutsider && <Button onClick={() => void leave(signOutHere)}>{t('teamMode.other')}</Button>}
          </div>
        )}
        <p className="fine">{t('teamMode.ends')}</p>
      </div>
    </Page>
  );
};

export const TeamModePage = () => {
  const { token, origin, channel } = useSearch(readTeamModeSearch);
  if (token && origin && channel) return <Consent token={token} origin={origin} channel={channel} />;
  return (
    <Signpost
      title={t('teamMode.invalid')}
      what={t('teamMode.invalid.what')}
      to="/inbox"
      back={t('shell.go_inbox')}
      look="button"
    />
  );
};
