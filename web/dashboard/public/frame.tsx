import { useState } from 'react';
import { Segments } from '../kit/form.tsx';
import { loadCode } from '../kit/load-code.ts';
import { PageArea } from '../kit/router/page-area.tsx';
import { ErrorNote } from '../kit/states.tsx';
import { setTheme, THEMES, useTheme } from '../kit/theme.ts';
import { currentLocale, LANGUAGES, LOCALES, type Locale, setLocale, t, useLocale } from '../words/messages.ts';
import { NoSuchPage } from './not-found-page.tsx';
import { PublicLink } from './public-link.tsx';

export const DOCUMENTS = ['/llms.txt', '/mcp.json', '/openapi.json'] as const;

const Settings = () => {
  const [error, setError] = useState<unknown>();
  const choose = (locale: Locale) => {
    setError(undefined);
    setLocale(locale, true, loadCode).catch(setError);
  };
  return (
    <div className="row">
      <Segments
        name="language"
        label={t('common.language')}
        options={LOCALES.map((value) => ({ value, label: LANGUAGES[value], lang: value }))}
        chosen={currentLocale()}
        choose={choose}
      />
      <Segments
        name="theme"
        label={t('shell.theme')}
        options={THEMES.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
        chosen={useTheme()}
        choose={setTheme}
      />
      {error !== undefined && <ErrorNote error={error} />}
    </div>
  );
};

export const Frame = () => {
  useLocale();
  return (
    <div className="public">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <header className="row masthead">
        <PublicLink to="/" className="brand">
          <span className="mark" aria-hidden="true" />
          Sidenote
        </PublicLink>
        <nav aria-label={t('public.nav')}>
          <PublicLink to="/try">{t('demo.title')}</PublicLink>
          <PublicLink to="/showcase">{t('showcase.title')}</PublicLink>
          <PublicLink to="/docs">{t('public.docs')}</PublicLink>
        </nav>
        <a href="/dashboard" className="button">
          {t('welcome.sign_in')}
        </a>
      </header>
      <main id="main" tabIndex={-1}>
        <PageArea missing={<NoSuchPage />} />
      </main>
      <footer className="row spread colophon">
        <Settings />
        <nav className="row documents" aria-label={t('public.for_agents')}>
          {DOCUMENTS.map((path) => (
            <a key={path} href={path}>
              <code>{path}</code>
            </a>
          ))}
        </nav>
      </footer>
    </div>
  );
};
