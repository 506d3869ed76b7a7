import { useEffect, useRef } from 'react';
import { useText } from '../../words/messages.ts';
import type { Draft } from './draft.ts';
import { FIELD_NAMES, type Field } from './merge-drafts.ts';
import { usePercent } from './percent.ts';

interface Props {
  fields: readonly Field[];
  /** As saved by someone else. */
  saved: Draft;
  keepOwn: () => void;
  takeTheirs: () => void;
}

/** A conflict: someone else saved different values of the same fields. Shows theirs and both ways to resolve it. */
export const Conflict = ({ fields, saved, keepOwn, takeTheirs }: Props) => {
  const t = useText();
  const percent = usePercent();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const wordsOf = (field: Field): string =>
    field === 'dimensions'
      ? saved.dimensions.map(({ name, share }) => `${name} ${percent(share)}`).join(', ')
      : saved[field];
  return (
    <section className="callout stack clash" role="alert" ref={place}>
      <div>
        <p>
          <strong>{t('personas.elsewhere')}</strong>
        </p>
        <p>{t('personas.elsewhere.what')}</p>
      </div>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt className="fine">{t(FIELD_NAMES[field])}</dt>
            <dd className="words" dir="auto">
              {wordsOf(field) || t('common.none')}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <button type="button" className="button" onClick={keepOwn}>
          {t('personas.elsewhere.mine')}
        </button>
        <button type="button" className="button" onClick={takeTheirs}>
          {t('personas.elsewhere.theirs')}
        </button>
      </div>
    </section>
  );
};
