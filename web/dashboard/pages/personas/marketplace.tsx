import './personas.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Select } from '../../kit/form.tsx';
import { Time } from '../../kit/formats.tsx';
import { useIsHere } from '../../kit/here.ts';
import { Back, Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate, useSearch } from '../../kit/router/router.ts';
import { currentSearch } from '../../kit/router/target.ts';
import { SearchBox } from '../../kit/search-box.tsx';
import { ErrorNote, Waiting } from '../../kit/states.tsx';
import {
  categoriesOf,
  categoryName,
  type MarketPersona,
  matching,
  type Persona,
  usePersonaQueries,
} from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { CalibrationCard } from './calibration.tsx';
import { NoneFound, PersonaCard } from './persona-card.tsx';
import { PersonaSheet } from './persona-sheet.tsx';
import { readPersonasSearch } from './search.ts';
import { useMakePersona } from './use-make-persona.ts';

interface Props {
  persona: MarketPersona;
  isOwn: boolean;
  onClose: () => void;
}

const MarketPreview = ({ persona, isOwn, onClose }: Props) => {
  const { workspace, service } = useWorkspace();
  const clone = useMakePersona({
    make: (persona_id: string) => service.clonePersona({ persona_id }),
    said: 'personas.cloned',
    back: '/personas/marketplace',
  });
  const { id, name, title, category, published_at, updated_at, calibration } = persona;
  return (
    <Dialog title={name} onClose={onClose} held={clone.isPending}>
      <p className="fine">
        {title} · {categoryName(category)} · {t('personas.market.published')} <Time at={published_at} />
        {updated_at !== published_at && (
          <>
            {' '}
            · {t('personas.market.renewed')} <Time at={updated_at} />
          </>
        )}
      </p>
      <PersonaSheet persona={persona} />
      <CalibrationCard calibration={calibration} lead={t('personas.calibration.of_publisher')} />
      {clone.error && <ErrorNote error={clone.error} />}
      {workspace.role === 'GUEST' && <p className="callout">{t('personas.market.guest')}</p>}
      <div className="dialog-actions">
        <Button disabled={clone.isPending} onClick={onClose}>
          {t('common.close')}
        </Button>
        {isOwn ? (
          <Link to="/personas/$personaId" params={{ personaId: id }} className="button primary">
            {t('personas.market.open_own')}
          </Link>
        ) : (
          workspace.role !== 'GUEST' && (
            <Button look="primary" icon={Copy} disabled={clone.isPending} onClick={() => clone.mutate(id)}>
              {t('personas.market.clone')}
            </Button>
          )
        )}
      </div>
    </Dialog>
  );
};

const useMine = () => {
  const { data: mine = [] } = useQuery(usePersonaQueries().mine);
  const own = new Set(mine.map(({ id }) => id));
  const cloned = new Set(mine.map(({ cloned_from }) => cloned_from));
  return { mine, isOwn: (id: string) => own.has(id), isCloned: (id: string) => cloned.has(id) };
};

const Filters = ({ found }: { found: readonly MarketPersona[] }) => {
  const search = useSearch(readPersonasSearch);
  const { mine } = useMine();
  const change = useCallback(
    (part: { category?: string; q?: string }) =>
      void navigate({
        to: '/personas/marketplace',
        search: readPersonasSearch({ ...currentSearch(), ...part }),
        replace: true,
      }),
    [],
  );
  const onSearch = useCallback((q: string) => change({ q }), [change]);
  const known = [...mine, ...found, ...(search.category ? [{ category: search.category }] : [])];
  return (
    <search className="row persona-search">
      <SearchBox label={t('personas.search')} q={search.q ?? ''} onSearch={onSearch} />
      <Select
        aria-label={t('personas.category')}
        value={search.category ?? ''}
        onChange={(category) => change({ category })}
        options={[
          ['', t('personas.market.all_categories')],
          ...categoriesOf(known).map(([category]) => [category, categoryName(category)] as const),
        ]}
      />
    </search>
  );
};

const CategoryTag = ({ persona: { category } }: { persona: { category: string } }) => (
  <span className="tag">{categoryName(category)}</span>
);

const Cards = ({ personas }: { personas: readonly MarketPersona[] }) => {
  const { isOwn, isCloned } = useMine();
  const [shown, setShown] = useState<MarketPersona>();
  return (
    <>
      <h2 className="visually-hidden">{t('shell.personas')}</h2>
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
                <CategoryTag persona={persona} />
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

/** So that the shelf isn't empty until someone publishes one. */
const BuiltIn = ({ personas }: { personas: readonly Persona[] }) => (
  <section className="stack built-in" aria-labelledby="built-in">
    <div>
      <h2 id="built-in">{t('personas.market.built_in')}</h2>
      <p className="soft">{t('personas.market.built_in.lead')}</p>
    </div>
    <ul className="persona-cards">
      {personas.map((persona) => (
        <PersonaCard
          key={persona.id}
          persona={persona}
          heading={
            <Link to="/personas/$personaId" params={{ personaId: persona.id }}>
              {persona.name}
            </Link>
          }
          badges={<CategoryTag persona={persona} />}
        />
      ))}
    </ul>
  </section>
);

export const MarketplacePage = () => {
  const { category, q = '' } = useSearch(readPersonasSearch);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(usePersonaQueries().market(category));
  const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
  const found = matching(loaded, q);
  const { mine } = useMine();
  const builtIn = matching(mine, q).filter((one) => one.is_default && (!category || one.category === category));
  const isEmpty = data && found.length === 0 && !hasNextPage;
  const isHere = useIsHere();
  const loadAll = async () => {
    let last = await fetchNextPage();
    while (last.hasNextPage && !last.isError && isHere()) last = await fetchNextPage();
  };
  return (
    <Page
      title={t('personas.marketplace')}
      lead={t('personas.market.lead')}
      above={<Back to="/personas">{t('shell.personas')}</Back>}
    >
      <Filters found={loaded} />
      {!data && <Waiting query={{ error, refetch }} lines={8} />}
      {isEmpty && builtIn.length === 0 && <NoneFound all="/personas/marketplace" />}
      {found.length > 0 && <Cards personas={found} />}
      {isFetchNextPageError && <ErrorNote error={error} retry={fetchNextPage} />}
      {hasNextPage && !isFetchNextPageError && (
        <div className="row market-more">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('common.more')}
          </Button>
          {q && (
            <>
              <Button disabled={isFetchingNextPage} onClick={() => void loadAll()}>
                {t('personas.market.load_all')}
              </Button>
              <span className="fine" role="status">
                {t('personas.market.searched', { count: loaded.length })}
              </span>
            </>
          )}
        </div>
      )}
      {data && builtIn.length > 0 && <BuiltIn personas={builtIn} />}
    </Page>
  );
};
