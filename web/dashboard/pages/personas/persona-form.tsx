import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { fieldError, TextArea, TextField } from '../../kit/field.tsx';
import { FormError } from '../../kit/form-error.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { categoriesOf, usePersonaQueries } from './data.ts';
import { DimensionsField } from './dimensions-field.tsx';
import type { Draft } from './draft.ts';

interface Props {
  draft: Draft;
  onChange: (change: (now: Draft) => Draft) => void;
  error: unknown;
  onSubmit: () => void;
  /** The buttons at its end. */
  children: ReactNode;
}

/** All editable fields, for new and existing personas. */
export const PersonaForm = ({ draft, onChange, error, onSubmit, children }: Props) => {
  const t = useText();
  const categories = useId();
  const { data: known = [] } = useQuery(usePersonaQueries().mine);
  const form = useRef<HTMLFormElement>(null);
  // The invalid field may be far above the button.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [error]);
  const set = (change: Partial<Draft>) => onChange((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="stack" ref={form} onSubmit={submit}>
      <section className="card stack">
        <h2>{t('personas.who')}</h2>
        <div className="two">
          <TextField
            label={t('personas.name')}
            hint={t('personas.name.hint')}
            error={fieldError(error, 'name')}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
            maxLength={LIMITS.createPersona.name}
            required
          />
          <TextField
            label={t('personas.category')}
            hint={t('personas.category.hint')}
            error={fieldError(error, 'category')}
            value={draft.category}
            onChange={({ target }) => set({ category: target.value })}
            maxLength={LIMITS.createPersona.category}
            list={categories}
            autoComplete="off"
            required
          />
        </div>
        <datalist id={categories}>
          {categoriesOf(known).map(([category]) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextField
          label={t('personas.persona_title')}
          hint={t('personas.persona_title.hint')}
          error={fieldError(error, 'title')}
          value={draft.title}
          onChange={({ target }) => set({ title: target.value })}
          maxLength={LIMITS.createPersona.title}
          required
        />
        <TextArea
          label={t('personas.description')}
          hint={t('personas.description.hint')}
          error={fieldError(error, 'description')}
          value={draft.description}
          onChange={({ target }) => set({ description: target.value })}
          maxLength={LIMITS.createPersona.description}
          required
        />
        <TextArea
          label={t('personas.instructions')}
          hint={t('personas.instructions.hint')}
          error={fieldError(error, 'custom_instructions')}
          value={draft.custom_instructions}
          onChange={({ target }) => set({ custom_instructions: target.value })}
          maxLength={LIMITS.createPersona.custom_instructions}
          optional
        />
      </section>
      <DimensionsField
        dimensions={draft.dimensions}
        error={error}
        onChange={(change) => onChange((now) => ({ ...now, dimensions: change(now.dimensions) }))}
      />
      <FormError error={error} />
      {children}
    </form>
  );
};
