import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Confirm } from '../../kit/dialog.tsx';
import { FormError, fieldsOf, submitting, TextArea, TextField } from '../../kit/form.tsx';
import { useLeaveQuestion } from '../../kit/router/leave-question.ts';
import { categoriesOf, categoryName, usePersonaQueries } from '../../session/personas.ts';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { DimensionsField } from './dimensions-field.tsx';
import type { useDraft } from './use-draft.ts';

/** Asks before leaving unsaved changes. A reload needs no question: the draft survives it. */
const LeaveGuard = ({ isChanged, putAway }: { isChanged: boolean; putAway: () => void }) => {
  const question = useLeaveQuestion(isChanged);
  if (!question) return null;
  const leave = async () => {
    putAway();
    question.leave();
  };
  return (
    <Confirm title={t('personas.leave')} action={t('personas.leave.action')} run={leave} onClose={question.stay}>
      <p>{t('personas.leave.what')}</p>
    </Confirm>
  );
};

const SaveBar = ({ action, isChanged, isSaving, onCancel }: Omit<Props, 'drafting'> & { isChanged: boolean }) => (
  <div className="row persona-save" data-changed={isChanged || undefined}>
    <Button type="submit" look="primary" disabled={!isChanged || isSaving}>
      {action}
    </Button>
    <Button look="quiet" disabled={!isChanged} onClick={onCancel}>
      {t('personas.discard')}
    </Button>
    <span className="fine" role="status">
      {isChanged && t('common.unsaved')}
    </span>
  </div>
);

interface Props {
  drafting: Pick<ReturnType<typeof useDraft>, 'draft' | 'setDraft' | 'isChanged' | 'wasKept' | 'putAway'>;
  error: unknown;
  action: string;
  isSaving: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

export const PersonaForm = ({ drafting, children, ...saving }: Props) => {
  const categories = useId();
  const { data: known = [] } = useQuery(usePersonaQueries().mine);
  const form = useRef<HTMLFormElement>(null);
  const { draft, setDraft, isChanged, wasKept, putAway } = drafting;
  const { error, onSubmit } = saving;
  // The invalid field may be far above the button.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [error]);
  const field = fieldsOf(draft, setDraft, error);
  const slugs = categoriesOf(known).map(([category]) => category);
  const { createPersona: limits } = LIMITS;
  return (
    <div className="stack">
      {wasKept && isChanged && <p className="callout">{t('personas.kept')}</p>}
      <form className="stack" ref={form} onSubmit={submitting(onSubmit)}>
        <Card title={t('personas.who')}>
          <div className="two">
            <TextField
              label={t('personas.name')}
              hint={t('personas.name.hint')}
              {...field('name', limits.name)}
              required
            />
            <TextField
              label={t('personas.category')}
              hint={t('personas.category.hint')}
              {...field('category', limits.category)}
              value={slugs.includes(draft.category) ? categoryName(draft.category) : draft.category}
              onChange={({ target: { value } }) =>
                setDraft((now) => ({ ...now, category: slugs.find((slug) => categoryName(slug) === value) ?? value }))
              }
              list={categories}
              autoComplete="off"
              required
            />
          </div>
          <datalist id={categories}>
            {slugs.map((slug) => (
              <option key={slug} value={categoryName(slug)} />
            ))}
          </datalist>
          <TextField
            label={t('personas.persona_title')}
            hint={t('personas.persona_title.hint')}
            {...field('title', limits.title)}
            required
          />
          <TextArea
            label={t('personas.description')}
            hint={t('personas.description.hint')}
            {...field('description', limits.description)}
            required
          />
          <TextArea
            label={t('personas.instructions')}
            hint={t('personas.instructions.hint')}
            {...field('custom_instructions', limits.custom_instructions)}
            optional
          />
        </Card>
        <DimensionsField
          dimensions={draft.dimensions}
          error={error}
          onChange={(change) => setDraft((now) => ({ ...now, dimensions: change(now.dimensions) }))}
        />
        <FormError error={error} />
        {children}
        <SaveBar {...saving} isChanged={isChanged} />
      </form>
      <LeaveGuard isChanged={isChanged} putAway={putAway} />
    </div>
  );
};
