import './personas.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { Back } from '../../kit/back.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Page } from '../../kit/page.tsx';
import { SearchBox } from '../../kit/search-box.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { categoriesOf, type MarketPersona, matching, usePersonaQueries } from './data.ts';
import { MarketPreview } from './market-preview.tsx';
import { NoneFound } from './none-found.tsx';
import { PersonaCard } from './persona-card.tsx';
import { readPersonasSearch } from './search.ts';

const route = getRouteApi('/personas/marketplace');

const useMine = () => {
  const { data: mine = [] } = useQuery(usePersonaQueries().mine);
  const own = new Set(mine.map(({ id }) => id));
  const cloned = new Set(mine.map(({ cloned_from }) => cloned_from));
  return { mine, isOwn: (id: string) => own.has(id), isCloned: (id: string) => cloned.has(id) };
};

const Filters = ({ found }: { found: readonly MarketPersona[] }) => {
  const t = useText();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/personas/marketplace' });
  const { mine } = useMine();
  const change = useCallback(
    (part: { category?: string; q?: string }) =>
      void navigate({ search: (before) => readPersonasSearch({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const onSearch = useCallback((q: string) => change({ q }), [change]);
  const known = [...mine, ...found, ...(search.category ? [{ category: search.category }] : [])];
  return (
    <search className="row persona-search">
      <SearchBox label={t('personas.search')} q={search.q ?? ''} onSearch={onSearch} />
      <span className="select">
        <select
          aria-label={t('personas.category')}
          value={search.category ?? ''}
          onChange={({ target }) => change({ category: target.value })}
        >
          <option value="">{t('personas.market.all_categories')}</option>
          {categoriesOf(known).map(([category]) => (
            <option key={category}>{category}</option>
          ))}
        </select>
      </span>
    </search>
  );
};

const Cards = ({ personas }: { personas: readonly MarketPersona[] }) => {
  const t = useText();
  const { isOwn, isCloned } = useMine();
  const [shown, setShown] = useState<MarketPersona>();
  return (
    <>
      <h2 className="visually-hidden">{t('personas.title')}</h2>
      <ul className="persona-cards">
        {personas.map((persona) => (
          <PersonaCard
            key={persona.id}
            persona={persona}
            heading={
              <button type="button" aria-haspopup="dialog" onClick={() => setShown(persona)}>
                {persona.name}
              </button>
            }
            badges={
              <>
                <span className="tag">
                  <span className="category">{persona.category}</span>
                </span>
                {isOwn(persona.id) && <span className="tag good">{t('personas.market.yours')}</span>}
                {isCloned(persona.id) && <span className="tag accent">{t('personas.market.have_copy')}</span>}
              </>
            }
          />
        ))}
      </ul>
      {shown && <MarketPreview persona={shown} isOwn={isOwn(shown.id)} onClose={() => setShown(undefined)} />}
    </>
  );
};

const NothingYet = () => {
  const t = useText();
  const own = (
    <Link to="/personas" className="button primary">
      {t('personas.title')}
    </Link>
  );
  return (
    <EmptyState title={t('personas.market.empty')} action={own}>
      <p>{t('personas.market.empty.lead')}</p>
    </EmptyState>
  );
};

export const MarketplacePage = () => {
  const t = useText();
  const { category, q = '' } = route.useSearch();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    usePersonaQueries().market(category),
  );
  const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
  const found = matching(loaded, q);
  const isEmpty = data && found.length === 0 && !hasNextPage;
  const loadAll = async () => {
    let { hasNextPage: isMore } = await fetchNextPage();
    while (isMore) ({ hasNextPage: isMore } = await fetchNextPage());
  };
  return (
    <Page
      title={t('personas.marketplace')}
      lead={t('personas.market.lead')}
      above={<Back to="/personas">{t('personas.title')}</Back>}
    >
      <Filters found={loaded} />
      {error && !data && <ErrorNote error={error} retry={refetch} />}
      {!data && !error && <Skeleton lines={8} />}
      {isEmpty && (q || category ? <NoneFound all="/personas/marketplace" /> : <NothingYet />)}
      {found.length > 0 && <Cards personas={found} />}
      {hasNextPage && (
        <div className="row market-more">
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('common.more')}
          </button>
          {q && (
            <>
              <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void loadAll()}>
                {t('personas.market.load_all')}
              </button>
              <span className="fine" role="status">
                {t('personas.market.searched', { count: loaded.length })}
              </span>
            </>
          )}
        </div>
      )}
    </Page>
  );
};
