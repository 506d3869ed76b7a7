import { Outlet } from '@tanstack/react-router';
import { setTheme, THEMES, useTheme } from '../app/theme.ts';
import { LANGUAGES, LOCALES, setLocale, useLocale, useText } from '../words/messages.ts';
import { DOCUMENTS } from './documents.ts';
import { PublicLink } from './public-link.tsx';

interface Choice {
  name: string;
  label: string;
  options: readonly { value: string; label: string; lang?: string }[];
  chosen: string;
  choose: (value: string) => void;
}

const Choice = ({ name, label, options, chosen, choose }: Choice) => (
  <fieldset className="segments">
    <legend className="visually-hidden">{label}</legend>
    {options.map(({ value, label: words, lang }) => (
      <label key={value} lang={lang}>
        <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => choose(value)} />
        <span>{words}</span>
      </label>
    ))}
  </fieldset>
);

const Settings = () => {
  const t = useText();
  const [locale, theme] = [useLocale(), useTheme()];
  const languages = LOCALES.map((value) => ({ value, label: LANGUAGES[value], lang: value }));
  const themes = THEMES.map((value) => ({ value, label: t(`shell.theme.${value}`) }));
  return (
    <div className="row">
      <Choice
        name="language"
        label={t('shell.language')}
        options={languages}
        chosen={locale}
        choose={(value) => void setLocale(LOCALES.find((one) => one === value) ?? locale)}
      />
      <Choice
        name="theme"
        label={t('shell.theme')}
        options={themes}
        chosen={theme}
        choose={(value) => setTheme(THEMES.find((one) => one === value) ?? theme)}
      />
    </div>
  );
};

export const Frame = () => {
  const t = useText();
  return (
    <div className="public">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <header className="masthead">
        <PublicLink to="/" className="brand">
          <span className="mark" aria-hidden="true" />
          Sidenote
        </PublicLink>
        <nav aria-label={t('public.nav')}>
          <PublicLink to="/try">{t('public.try')}</PublicLink>
          <PublicLink to="/showcase">{t('public.showcase')}</PublicLink>
        </nav>
        <a href="/dashboard" className="button">
          {t('public.sign_in')}
        </a>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="colophon">
        <Settings />
        <nav aria-label={t('public.for_agents')}>
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
