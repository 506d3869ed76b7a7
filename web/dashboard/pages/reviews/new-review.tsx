import './reviews.css';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { FormError, fieldError, fieldsOf, Segments, SelectField, TextArea, TextField } from '../../kit/form.tsx';
import { formatCount, formatPercent } from '../../kit/formats.tsx';
import { Back, Page } from '../../kit/page.tsx';
import { RefusedRun } from '../../kit/refused-run.tsx';
import { Link } from '../../kit/router/link.tsx';
import { navigate, useSearch } from '../../kit/router/router.ts';
import { EmptyState } from '../../kit/states.tsx';
import { notify } from '../../kit/toast.ts';
import { Estimate, Price } from '../../session/estimate.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { FIGURES, LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from '../sites/data.ts';
import { maxCharactersOf } from './content-limit.ts';
import { type Files, useCreateReview, useIsCreatingElsewhere } from './create-review.ts';
import { type Draft, titleOf, typeOf, useDraft } from './draft.ts';
import { FileField, useDroppedFile } from './file-field.tsx';
import { PanelPicker } from './panel-picker.tsx';
import { MADE_OF, readNewReviewSearch } from './search.ts';

type Fields = ReturnType<typeof fieldsOf<Draft>>;

interface ContentProps {
  draft: Draft;
  field: Fields;
  files: Files;
  given: File | undefined;
  setFiles: (files: Files) => void;
  error: unknown;
}

const Content = ({ draft: { madeOf, content }, field, files, given, setFiles, error }: ContentProps) => {
  const transcriptError = fieldError(error, 'transcript_key');
  if (madeOf === 'file')
    return (
      <FileField
        {...files}
        given={given}
        onChange={setFiles}
        error={fieldError(error, 'upload_key') ?? fieldError(error, 'content_type')}
        transcriptError={transcriptError && (files.transcript ? transcriptError : t('reviews.transcript.needed'))}
      />
    );
  if (madeOf === 'page')
    return (
      <TextField
        label={t('reviews.page')}
        hint={t('reviews.page.hint')}
        inputMode="url"
        autoComplete="url"
        placeholder="https://www.example.com/prices"
        {...field('url', LIMITS.createReview.url)}
        required
      />
    );
  const most = maxCharactersOf(content);
  const over = content.length - most;
  return (
    <TextArea
      label={t('reviews.text')}
      hint={t('reviews.text.hint', { count: formatCount(content.length), most: formatCount(most) })}
      {...field('content')}
      {...(over > 0 && { error: t('reviews.text.long', { over: formatCount(over) }) })}
      rows={10}
      dir="auto"
      required
    />
  );
};

interface SiteChoiceProps {
  sites: readonly Site[];
  field: Fields;
  error: Error | null;
}

const SiteChoice = ({ sites, field, error }: SiteChoiceProps) => {
  if (sites.length === 0) return null;
  return (
    <SelectField
      label={t('reviews.site')}
      hint={t('reviews.site.hint')}
      optional
      {...field('site')}
      error={fieldError(error, 'widget_site_id')}
      options={[['', t('common.none')], ...sites.map(({ id, name }) => [id, name] as const)]}
    />
  );
};

const STAGES = ['draft', 'review', 'live'] as const;

const Purpose = ({ draft: { goal, audience, stage }, field }: { draft: Draft; field: Fields }) => (
  <details className="purpose" open={Boolean(goal || audience || stage) || undefined}>
    <summary>{t('reviews.purpose')}</summary>
    <div className="stack">
      <p className="fine">{t('reviews.purpose.hint')}</p>
      <TextField
        label={t('review.brief.goal')}
        hint={t('reviews.purpose.goal')}
        optional
        {...field('goal', LIMITS.createReview.goal)}
        dir="auto"
      />
      <TextField
        label={t('review.brief.audience')}
        hint={t('reviews.purpose.audience')}
        optional
        {...field('audience', LIMITS.createReview.audience)}
        dir="auto"
      />
      <SelectField
        label={t('review.brief.stage')}
        optional
        {...field('stage')}
        options={[
          ['', t('reviews.purpose.unknown')],
          ...STAGES.map((one) => [one, t(`reviews.purpose.${one}`)] as const),
        ]}
      />
    </div>
  </details>
);

const Sending = ({ share, stop }: { share: number; stop: () => void }) => (
  <div className="row sending">
    <progress className="run-progress" max={1} value={share} aria-label={t('reviews.sending.label')} />
    <span className="fine" role="status">
      {t('reviews.sending', { share: formatPercent(share) })}
    </span>
    <Button look="quiet" onClick={stop}>
      {t('common.cancel')}
    </Button>
  </div>
);

const Form = () => {
  const { draft: kept, setDraft, set } = useDraft(useSearch(readNewReviewSearch));
  const { data: sites } = useQuery(useSiteQueries().all);
  // One that isn't listed couldn't be chosen, and its refusal would have no field.
  const isListed = !sites || sites.some(({ id }) => id === kept.site);
  const draft = isListed ? kept : { ...kept, site: '' };
  const [files, setFiles] = useState<Files>({});
  const [given, setGiven] = useState<File>();
  const [isIncomplete, setIncomplete] = useState(false);
  const { create, forgetRefusal, isPending, error, share, stop } = useCreateReview(
    draft,
    files,
    ({ id, title }, isHere) => {
      if (isHere) void navigate({ to: '/reviews/$reviewId', params: { reviewId: id }, replace: true });
      else notify(t('reviews.started', { title }));
    },
  );
  // A disabled fieldset stops no drop and no paste.
  const takeGiven = useCallback(
    (file: File) => {
      if (isPending) return;
      set({ madeOf: 'file' });
      setGiven(file);
    },
    [set, isPending],
  );
  useDroppedFile(takeGiven);
  const takeFiles = (next: Files) => {
    if (isPending) return;
    setFiles(next);
    setGiven(undefined);
  };
  const field = fieldsOf(draft, setDraft, error);
  const type = typeOf(draft, files.file);
  const needsFile = draft.madeOf === 'file' && !files.file;
  const needsPersonas = draft.choosesPanel && draft.personas.length === 0;
  // The title is generated from the invalid content: a second error at an optional field would only confuse.
  const isTitleless = !draft.title.trim() && ['content', 'url'].some((one) => fieldError(error, one));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(needsFile || needsPersonas);
    const isTooLong = draft.madeOf === 'text' && draft.content.length > maxCharactersOf(draft.content);
    if (!needsFile && !needsPersonas && !isTooLong) create();
  };
  return (
    <form className="card stack loose new-review" onSubmit={submit}>
      <fieldset className="stack loose" disabled={isPending} role="none">
        <Segments
          name="made-of"
          label={t('reviews.made_of')}
          options={MADE_OF.map((value) => ({ value, label: t(`reviews.made_of.${value}`) }))}
          chosen={draft.madeOf}
          choose={(madeOf) => set({ madeOf })}
        />
        <Content {...{ draft, field, files, given, error }} setFiles={takeFiles} />
        {isIncomplete && needsFile && (
          <p className="field-error" role="alert">
            {t('reviews.file.needed')}
          </p>
        )}
        <TextField
          label={t('reviews.title')}
          hint={t('reviews.title.hint')}
          optional
          placeholder={titleOf(draft, files.file)}
          {...field('title', LIMITS.createReview.title)}
          {...(isTitleless && { error: undefined })}
          dir="auto"
        />
        <PanelPicker
          type={type}
          chooses={draft.choosesPanel}
          chosen={draft.personas}
          error={isIncomplete && needsPersonas ? t('reviews.panel.needed') : fieldError(error, 'persona_ids')}
          onChange={(change) => {
            set(change);
            if (error) forgetRefusal();
          }}
        />
        <Purpose {...{ draft, field }} />
        <SiteChoice {...{ field, error }} sites={sites ?? []} />
      </fieldset>
      <FormError error={error}>
        <RefusedRun error={error} kept={t('reviews.wallet.kept')} />
      </FormError>
      <Price />
      {type && (
        <Estimate
          type={type}
          {...(draft.madeOf === 'text' && { characters: Math.min(draft.content.length, FIGURES.judgedCharacters) })}
          personas={draft.choosesPanel ? draft.personas.length : FIGURES.panel}
        />
      )}
      {share !== undefined && <Sending share={share} stop={stop} />}
      <div>
        <Button type="submit" look="primary large" disabled={isPending}>
          {t(isPending ? 'reviews.starting' : 'reviews.start')}
        </Button>
      </div>
    </form>
  );
};

export const NewReviewPage = () => {
  const { workspace } = useWorkspace();
  const isCreating = useIsCreatingElsewhere();
  const above = <Back to="/reviews">{t('shell.reviews')}</Back>;
  if (workspace.role === 'GUEST')
    return (
      <Page title={t('reviews.new')} above={above}>
        <EmptyState
          title={t('reviews.new.guest.title')}
          action={
            <Link to="/reviews" className="button primary">
              {t('shell.go_reviews')}
            </Link>
          }
        >
          <p>{t('reviews.new.guest')}</p>
        </EmptyState>
      </Page>
    );
  return (
    <Page title={t('reviews.new')} lead={t('reviews.new.lead')} above={above}>
      {isCreating ? (
        <p className="soft" role="status">
          {t('reviews.starting')}
        </p>
      ) : (
        <Form />
      )}
    </Page>
  );
};
