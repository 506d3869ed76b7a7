import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { PANEL, preferredSlugs } from '../../../../functions/reviews/api/panel.ts';
import type { InputType } from '../../../../functions/reviews/read/content.ts';
import { TextField } from '../../kit/form.tsx';
import { Waiting } from '../../kit/states.tsx';
import { categoryName, matching, type Persona, usePersonaQueries, useShowPersona } from '../../session/personas.ts';
import { FIGURES } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';

interface Props {
  type: InputType | undefined;
  chooses: boolean;
  chosen: readonly string[];
  error: string | undefined;
  onChange: (change: { choosesPanel?: boolean; personas?: readonly string[] }) => void;
}

interface CategoryProps {
  name: string;
  personas: readonly Persona[];
  chosen: readonly string[];
  toggle: (id: string) => void;
}

const Category = ({ name, personas, chosen, toggle }: CategoryProps) => (
  <li>
    <h2>{categoryName(name)}</h2>
    <ul>
      {personas.map(({ id, name: persona, title }) => {
        const isChosen = chosen.includes(id);
        return (
          <li key={id}>
            <label className="panel-pick">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={!isChosen && chosen.length >= FIGURES.maxPersonas}
                onChange={() => toggle(id)}
              />
              <span>
                <bdi>{persona}</bdi>
                <small className="fine" dir="auto">
                  {title}
                </small>
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  </li>
);

const useGone = (personas: readonly Persona[] | undefined, chosen: readonly string[], onChange: Props['onChange']) => {
  const [gone, setGone] = useState(0);
  useEffect(() => {
    const there = personas && chosen.filter((id) => personas.some((one) => one.id === id));
    if (!there || there.length === chosen.length) return;
    setGone(chosen.length - there.length);
    onChange({ personas: there });
  }, [personas, chosen, onChange]);
  return gone;
};

const Choice = ({ chosen, onChange }: Pick<Props, 'chosen' | 'onChange'>) => {
  const [q, setQ] = useState('');
  const mine = useQuery(usePersonaQueries().mine);
  const { data } = mine;
  const gone = useGone(data, chosen, onChange);
  if (!data) return <Waiting query={mine} lines={5} />;
  const toggle = (id: string) =>
    onChange({ personas: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] });
  const found = [...Map.groupBy(matching(data, q), ({ category }) => category)];
  return (
    <div className="stack picker">
      {gone > 0 && (
        <p className="callout" role="status">
          {t('reviews.panel.gone', { count: gone })}
        </p>
      )}
      <TextField
        label={t('reviews.panel.search')}
        hint={t(chosen.length >= FIGURES.maxPersonas ? 'reviews.panel.full' : 'reviews.panel.chosen', {
          count: chosen.length,
          most: FIGURES.maxPersonas,
        })}
        type="search"
        value={q}
        onChange={(event) => setQ(event.target.value)}
      />
      {found.length === 0 && <p className="soft">{t('reviews.panel.none')}</p>}
      {found.length > 0 && (
        <ul className="stack pick-categories">
          {found.map(([name, personas]) => (
            <Category key={name} name={name} personas={personas} chosen={chosen} toggle={toggle} />
          ))}
        </ul>
      )}
    </div>
  );
};

const Suiting = ({ type }: { type: InputType }) => {
  const { data = [] } = useQuery(usePersonaQueries().mine);
  const names = preferredSlugs(type).flatMap((slug) => data.find((one) => one.slug === slug)?.name ?? []);
  return (
    <small className="fine" dir="auto">
      {[...new Set(names)].slice(0, PANEL).join(' · ') || '\u00a0'}
    </small>
  );
};

export const PanelPicker = ({ type, chooses, chosen, error, onChange }: Props) => {
  const { refreshList } = useShowPersona();
  const again = useEffectEvent(refreshList);
  useEffect(() => {
    // A refused persona may have been deleted.
    if (error) void again();
  }, [error]);
  return (
    <fieldset className="stack plain">
      <legend>{t('reviews.panel')}</legend>
      {[false, true].map((own) => (
        <label key={String(own)} className="panel-pick">
          <input type="radio" name="panel" checked={chooses === own} onChange={() => onChange({ choosesPanel: own })} />
          <span>
            {t(own ? 'reviews.panel.own' : 'reviews.panel.suits')}
            <small className="fine">{t(own ? 'reviews.panel.own.hint' : 'reviews.panel.suits.hint')}</small>
            {!own && type && <Suiting type={type} />}
          </span>
        </label>
      ))}
      {chooses && <Choice chosen={chosen} onChange={onChange} />}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};
