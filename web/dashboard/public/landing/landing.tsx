import './landing.css';
import type { ReactNode } from 'react';
import { useHeading } from '../../kit/page.tsx';
import { t } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { DOCUMENTS } from '../frame.tsx';
import { PublicLink } from '../public-link.tsx';
import { AccessForm } from './access-form.tsx';
import { Picture } from './picture.tsx';
import { PinButton } from './pin-button.tsx';

const Reader = ({ title, children }: { title: string; children: ReactNode }) => (
  <article className="reader">
    <h3>{title}</h3>
    {children}
  </article>
);

const Readers = () => (
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
        <ul className="row onward documents">
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

const Marked = ({ title, word }: { title: string; word: string }) => {
  const [before = '', after] = title.split(word);
  return (
    <>
      {before}
      {after !== undefined && <mark>{word}</mark>}
      {after}
    </>
  );
};

export const LandingPage = () => {
  const heading = useHeading(t('landing.title'));
  useDescription(t('landing.description'));
  return (
    <div className="landing">
      <section className="stack loose hero">
        <h1 ref={heading} tabIndex={-1}>
          <Marked title={t('landing.title')} word={t('landing.title.marked')} />
        </h1>
        <p className="lead">{t('landing.lead')}</p>
        <div className="row ways">
          <PinButton />
          <PublicLink to="/try" className="button large">
            {t('demo.title')}
          </PublicLink>
          <p className="fine">{t('landing.try.hint')}</p>
        </div>
      </section>
      <Picture />
      <Readers />
      <section className="opinion" aria-labelledby="opinion">
        <h2 id="opinion">{t('landing.review')}</h2>
        <p>{t('landing.review.text')}</p>
        <p className="row">
          <PublicLink to="/try" className="button primary">
            {t('demo.title')}
          </PublicLink>
          <PublicLink to="/reviews/sample">{t('landing.review.sample')}</PublicLink>
          <PublicLink to="/showcase">{t('landing.review.showcase')}</PublicLink>
        </p>
      </section>
      <AccessForm />
    </div>
  );
};
