import { useState } from 'react';
import { useText } from '../app/messages.ts';
import { ErrorNote } from '../kit/error-note.tsx';
import { isLocalStage, type Outside, signIn } from '../session/sign-in.ts';

/** Whoever is not signed in sees this in place of every page; the address stays, and the sign-in comes back to it. */
export const Welcome = ({ outside }: { outside: Outside }) => {
  const t = useText();
  const [error, setError] = useState<unknown>();
  return (
    <main className="welcome">
      <div className="welcome-sheet">
        <p className="brand">
          <span className="mark" aria-hidden="true" />
          Sidenote
        </p>
        <h1>{t('welcome.title')}</h1>
        <p className="lead">{t('welcome.lead')}</p>
        {outside !== 'new' && (
          <p className="callout" role="alert">
            {t(outside === 'ended' ? 'welcome.ended' : 'welcome.failed')}
          </p>
        )}
        <button type="button" className="button primary large" onClick={() => void signIn().catch(setError)}>
          {t('welcome.sign_in')}
        </button>
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
