import './docs.css';
import { type MouseEvent, useEffect, useId, useState } from 'react';
import { loadCode } from '../../kit/load-code.ts';
import { Page } from '../../kit/page.tsx';
import { isPlainClick } from '../../kit/router/link.tsx';
import { openHref, useParams } from '../../kit/router/router.ts';
import { ErrorNote } from '../../kit/states.tsx';
import { currentLocale, t } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { NoSuchPage } from '../not-found-page.tsx';
import { addressOf, GUIDE_NAMES, isGuide, loadedGuide, type loadGuide } from './guides.ts';
import type { Section } from './search.ts';

type Guide = Awaited<ReturnType<typeof loadGuide>>;

const MIN_LETTERS = 2;

const useFound = (words: string): { sections?: readonly Section[]; error?: unknown } => {
  const [found, setFound] = useState<ReturnType<typeof useFound>>({});
  useEffect(() => {
    if (words.length < MIN_LETTERS) return;
    let isOld = false;
    void loadCode(() => import('./search.ts'))
      .then(({ searchDocs }) => searchDocs(words))
      .then(
        (sections) => ({ sections }),
        (error: unknown) => ({ error }),
      )
      .then((outcome) => {
        if (!isOld) setFound(outcome);
      });
    return () => {
      isOld = true;
    };
  }, [words]);
  return words.length < MIN_LETTERS ? {} : found;
};

const Search = () => {
  const id = useId();
  const [text, setText] = useState('');
  const words = text.trim();
  const { sections: found, error } = useFound(words);
  return (
    <search className="stack tight">
      <label htmlFor={id}>{t('docs.search')}</label>
      <input id={id} type="search" value={text} onChange={({ target }) => setText(target.value)} autoComplete="off" />
      <p className="fine" role="status">
        {found &&
          (found.length > 0 ? t('docs.search.found', { count: found.length }) : t('docs.search.none', { words }))}
      </p>
      {error !== undefined && <ErrorNote error={error} retry={() => location.reload()} />}
      {found && found.length > 0 && (
        <ul className="found">
          {found.map(({ id: address, page, heading }) => (
            <li key={address}>
              <a href={address} lang="en">
                <strong>{heading}</strong>
                {page !== heading && <span className="fine">{page}</span>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
};

const Contents = ({ guide }: { guide: Guide }) => (
  <nav aria-label={t('docs.pages')}>
    <ul className="guides">
      {GUIDE_NAMES.map((name) => (
        <li key={name}>
          <a href={addressOf(name)} aria-current={name === guide.name ? 'page' : undefined}>
            {t(`docs.page.${name}`)}
          </a>
          {name === guide.name && guide.sections.length > 1 && (
            <ul lang="en">
              {guide.sections.map(({ id, text }) => (
                <li key={id}>
                  <a href={`${addressOf(name)}#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  </nav>
);

/** Links within the docs change the page without loading everything again. */
const follow = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event) || link.origin !== location.origin) return;
  if (!/^\/docs(\/|$)/.test(link.pathname)) return;
  event.preventDefault();
  void openHref(`${link.pathname}${link.hash}`);
};

const Docs = ({ guide }: { guide: Guide }) => {
  useDescription(t(guide.name === 'start' ? 'docs.description' : `docs.about.${guide.name}`));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles clicks, and Enter, on the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div className="docs" onClick={follow}>
      <aside className="stack" aria-label={t('docs.title')}>
        <Search />
        <Contents guide={guide} />
      </aside>
      <Page title={guide.title} above={guide.name === 'start' ? undefined : t('docs.title')}>
        {currentLocale() !== 'en' && <p className="fine">{t('docs.english')}</p>}
        {/* Made from this repository’s Markdown when it is built. */}
        <article lang="en" className="guide" dangerouslySetInnerHTML={{ __html: guide.html }} />
      </Page>
    </div>
  );
};

export const DocsPage = () => {
  const { guide: name = 'start' }: { guide?: string } = useParams('/docs/$guide');
  const guide = isGuide(name) && loadedGuide(name);
  return guide ? <Docs guide={guide} key={guide.name} /> : <NoSuchPage />;
};
