import type { ReactNode } from 'react';
import { useText } from '../../words/messages.ts';
import { DOCUMENTS } from '../documents.ts';

const Reader = ({ title, children }: { title: string; children: ReactNode }) => (
  <article className="reader">
    <h3>{title}</h3>
    {children}
  </article>
);

/** The three audiences, each with a next step. */
export const Readers = () => {
  const t = useText();
  return (
    <section aria-labelledby="readers">
      <h2 id="readers" className="visually-hidden">
        {t('landing.readers')}
      </h2>
      <div className="readers">
        <Reader title={t('landing.teams')}>
          <p>{t('landing.teams.text')}</p>
          <p>{t('landing.teams.more')}</p>
          <p className="onward">
            <a href="/dashboard">{t('landing.teams.link')}</a>
          </p>
        </Reader>
        <Reader title={t('landing.agents')}>
          <p>{t('landing.agents.text')}</p>
          <p>{t('landing.agents.more')}</p>
          <ul className="onward documents">
            {DOCUMENTS.map((path) => (
              <li key={path}>
                <a href={path}>
                  <code>{path}</code>
                </a>
              </li>
            ))}
          </ul>
        </Reader>
        <Reader title={t('landing.deployers')}>
          <p>{t('landing.deployers.text')}</p>
          <p>{t('landing.deployers.more')}</p>
          <p className="onward">
            <code>npm start</code>
          </p>
        </Reader>
      </div>
    </section>
  );
};
