import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { lazyComponent } from '../kit/lazy-component.tsx';
import { ErrorNote, Skeleton } from '../kit/states.tsx';
import { isLocalStage, type Outside, signIn, signInProviders } from '../session/sign-in.ts';
import { loadMessages, t } from '../words/messages.ts';

// Lazy: few visitors arrive by invitation, and only once.
const Invited = lazyComponent(
  async () => {
    const [page] = await Promise.all([import('./invitation/invited.tsx'), loadMessages('workspace')]);
    return page.Invited;
  },
  () => <Skeleton lines={6} />,
);

const invitationInAddress = () => /^\/dashboard\/invitations\/([^/]+)\/?$/.exec(location.pathname)?.[1];

const REASONS = {
  ended: 'welcome.ended',
  failed: 'welcome.failed',
  refused: 'welcome.refused',
  deleted: 'welcome.deleted',
} as const;

export const Welcome = ({ outside }: { outside: Outside }) => {
  const [error, setError] = useState<unknown>();
  const begin = (provider?: string) => void signIn(provider).catch(setError);
  const token = invitationInAddress();
  return (
    <main className="welcome">
      <div className="welcome-sheet">
        <p className="brand">
          <span className="mark" aria-hidden="true" />
          Sidenote
        </p>
        {outside !== 'new' && (
          <p className="callout" role="alert">
            {t(REASONS[outside])}
          </p>
        )}
        {token ? (
          <Invited token={token} onSignIn={() => begin()} />
        ) : (
          <>
            <h1>{t('welcome.title')}</h1>
            <p className="lead">{t('welcome.lead')}</p>
            <Button look="primary large" onClick={() => begin()}>
              {t('welcome.sign_in')}
            </Button>
            {signInProviders().map(({ name, label }) => (
              <Button key={name} look="large" onClick={() => begin(name)}>
                {t('welcome.sign_in_by', { provider: label })}
              </Button>
            ))}
          </>
        )}
        {error !== undefined && <ErrorNote error={error} />}
        {isLocalStage() && <p className="fine">{t('welcome.local')}</p>}
      </div>
      <aside className="welcome-margin" aria-hidden="true">
        <p>{t('welcome.note')}</p>
        <p>{t('welcome.answer')}</p>
        <p>{t('welcome.proof')}</p>
      </aside>
    </main>
  );
};
