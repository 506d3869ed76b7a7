import './personas.css';
import { useQuery } from '@tanstack/react-query';
import { Gauge, Plus, Store } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useDeferred } from '../../kit/deferred.ts';
import { AskFirst } from '../../kit/dialog.tsx';
import { Page } from '../../kit/page.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate, useSearch } from '../../kit/router/router.ts';
import { currentSearch } from '../../kit/router/target.ts';
import { SearchBox } from '../../kit/search-box.tsx';
import { Waiting } from '../../kit/states.tsx';
import { scrollIntoRow } from '../../kit/tabs.tsx';
import { notify } from '../../kit/toast.ts';
import {
  categoriesOf,
  categoryName,
  matching,
  type Persona,
  usePersonaQueries,
  useShowPersona,
} from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { Badges, NoneFound, PersonaCard } from './persona-card.tsx';
import { type PersonasSearch, readPersonasSearch } from './search.ts';

const Categories = ({ personas, search }: { personas: readonly Persona[]; search: PersonasSearch }) => {
  const nav = useRef<HTMLElement>(null);
  // On a phone, the row scrolls and the selected one may be out of view.
  useEffect(() => scrollIntoRow(nav.current, '[aria-current]'), []);
  const entry = (category: string | undefined, name: string, count: number) => (
    <li key={name}>
      <Link
        to="/personas"
        search={readPersonasSearch({ ...search, category })}
        replace
        resetScroll={false}
        aria-current={search.category === category ? 'true' : undefined}
      >
        <span>{name}</span> <span className="fine">{count}</span>
      </Link>
    </li>
  );
  return (
    <nav className="categories" ref={nav} aria-label={t('personas.categories')}>
      <ul>
        {entry(undefined, t('common.all'), personas.length)}
        {categoriesOf(personas).map(([category, count]) => entry(category, categoryName(category), count))}
      </ul>
    </nav>
  );
};

const Groups = ({ personas }: { personas: readonly Persona[] }) =>
  categoriesOf(personas).map(([category]) => (
    <section key={category} className="persona-group">
      <h2>{categoryName(category)}</h2>
      <ul className="persona-cards">
        {personas
          .filter((persona) => persona.category === category)
          .map((persona) => (
            <PersonaCard
              key={persona.id}
              persona={persona}
              heading={
                <Link to="/personas/$personaId" params={{ personaId: persona.id }}>
                  {persona.name}
                </Link>
              }
              badges={<Badges persona={persona} />}
            />
          ))}
      </ul>
    </section>
  ));

const ResetAll = ({ personas }: { personas: readonly Persona[] }) => {
  const { service } = useWorkspace();
  const { refreshAll } = useShowPersona();
  const changed = personas.filter(({ is_customised }) => is_customised);
  const run = async () => {
    const { reset_count } = await service.resetDefaultPersonas();
    await refreshAll();
    notify(t('personas.reset_all.done', { count: reset_count }));
  };
  return (
    <section className="card row spread reset-all">
      <div>
        <h2>{t('personas.reset_all')}</h2>
        <p className="soft">{t('personas.reset_all.lead', { count: changed.length })}</p>
      </div>
      <AskFirst label={t('personas.reset_all')} title={t('personas.reset_all.title')} run={run}>
        <p>{t('personas.reset_all.what')}</p>
        {changed.length > 0 && (
          <ul className="listed">
            {changed.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </AskFirst>
    </section>
  );
};

const Browse = ({ personas }: { personas: readonly Persona[] }) => {
  const search = useSearch(readPersonasSearch);
  const { workspace } = useWorkspace();
  const q = useDeferred(search.q ?? '');
  const onSearch = useCallback(
    (words: string) =>
      void navigate({
        to: '/personas',
        search: readPersonasSearch({ ...currentSearch(), q: words }),
        replace: true,
        resetScroll: false,
      }),
    [],
  );
  const isFiltered = search.q !== undefined || search.category !== undefined;
  const found = matching(personas, q);
  const shown = found.filter(({ category }) => !search.category || category === search.category);
  return (
    <>
      <search className="row persona-search">
        <SearchBox label={t('personas.search')} q={search.q ?? ''} onSearch={onSearch} />
        <span className="fine" role="status">
          {t('personas.shown', { shown: shown.length, all: personas.length })}
        </span>
        {personas.every(({ calibration }) => calibration.labels === 0) && (
          <span className="fine">{t('personas.uncalibrated')}</span>
        )}
      </search>
      <div className="persona-browse">
        <Categories personas={found} search={search} />
        <div>
          {shown.length > 0 ? <Groups personas={shown} /> : <NoneFound all="/personas" />}
          {workspace.role !== 'GUEST' && !isFiltered && <ResetAll personas={personas} />}
        </div>
      </div>
    </>
  );
};

export const PersonasPage = () => {
  const { workspace } = useWorkspace();
  const { data, error, refetch } = useQuery(usePersonaQueries().mine);
  return (
    <Page
      title={t('shell.personas')}
      lead={t('personas.lead')}
      actions={
        <>
          <Link to="/personas/calibration" className="button">
            <Gauge aria-hidden="true" /> {t('personas.to_calibration')}
          </Link>
          <Link to="/personas/marketplace" className="button">
            <Store aria-hidden="true" /> {t('personas.marketplace')}
          </Link>
          {workspace.role !== 'GUEST' && (
            <Link to="/personas/new" className="button primary">
              <Plus aria-hidden="true" /> {t('personas.new')}
            </Link>
          )}
        </>
      }
    >
      {!data && <Waiting query={{ error, refetch }} lines={8} />}
      {data && <Browse personas={data} />}
    </Page>
  );
};
