import './reviews.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useCallback, useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { Back } from '../../kit/back.tsx';
import { fieldError, isShownInFields, SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { useNumbers } from '../../kit/numbers.ts';
import { Page } from '../../kit/page.tsx';
import { RefusedRun } from '../../kit/refused-run.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { type Files, useCreateReview } from './create-review.ts';
import { type Draft, titleOf, typeOf, useDraft } from './draft.ts';
import { FileField } from './file-field.tsx';
import { PanelPicker } from './panel-picker.tsx';
import { MADE_OF } from './search.ts';
import { useDroppedFile } from './use-dropped-file.ts';

const route = getRouteApi('/reviews/new');

/** Nothing was charged and the input stays: the wallet is one click away. */
const Refused = ({ error }: { error: unknown }) => {
  const t = useText();
  return isShownInFields(error) ? null : <RefusedRun error={error} kept={t('reviews.wallet.kept')} />;
};

interface ContentProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  files: Files;
  given: File | undefined;
  setFiles: (files: Files) => void;
  error: unknown;
}

const Content = ({ draft, set, files, given, setFiles, error }: ContentProps) => {
  const t = useText();
  const { count } = useNumbers();
  const { madeOf, content, url } = draft;
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
        value={url}
        onChange={(event) => set({ url: event.target.value })}
        error={fieldError(error, 'url')}
        maxLength={LIMITS.createReview.url}
        required
      />
    );
  const over = content.length - LIMITS.createReview.content;
  return (
    <TextArea
      label={t('reviews.text')}
      hint={t('reviews.text.hint', { count: count(content.length), most: count(LIMITS.createReview.content) })}
      value={content}
      onChange={(event) => set({ content: event.target.value })}
      error={over > 0 ? t('reviews.text.long', { over: count(over) }) : fieldError(error, 'content')}
      rows={10}
      dir="auto"
      required
    />
  );
};

const SiteChoice = ({
  site,
  error,
  onChange,
}: {
  site: string;
  error: string | undefined;
  onChange: (site: string) => void;
}) => {
  const t = useText();
  const { data: sites = [] } = useQuery(useSiteQueries().all);
  if (sites.length === 0) return null;
  return (
    <SelectField
      label={t('reviews.site')}
      hint={t('reviews.site.hint')}
      optional
      value={site}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('common.none')}</option>
      {sites.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
};

const Sending = ({ share, stop }: { share: number; stop: () => void }) => {
  const t = useText();
  const { percent } = useNumbers();
  return (
    <div className="row sending">
      <progress className="run-progress" max={1} value={share} aria-label={t('reviews.sending.label')} />
      <span className="fine" role="status">
        {t('reviews.sending', { share: percent(share) })}
      </span>
      <button type="button" className="button quiet" onClick={stop}>
        {t('common.cancel')}
      </button>
    </div>
  );
};

const Form = () => {
  const t = useText();
  const navigate = useNavigate();
  const { draft, set } = useDraft(route.useSearch());
  const [files, setFiles] = useState<Files>({});
  const [given, setGiven] = useState<File>();
  const takeGiven = useCallback(
    (file: File) => {
      set({ madeOf: 'file' });
      setGiven(file);
    },
    [set],
  );
  useDroppedFile(takeGiven);
  const takeFiles = (next: Files) => {
    setFiles(next);
    setGiven(undefined);
  };
  const [isIncomplete, setIncomplete] = useState(false);
  const { create, forgetRefusal, isPending, error, share, stop } = useCreateReview(draft, files, (reviewId) => {
    void navigate({ to: '/reviews/$reviewId', params: { reviewId }, replace: true });
  });
  const needsFile = draft.madeOf === 'file' && !files.file;
  const needsPersonas = draft.choosesPanel && draft.personas.length === 0;
  // The title is generated from the invalid content: a second error at an optional field would only confuse.
  const isTitleless = !draft.title.trim() && ['content', 'url'].some((one) => fieldError(error, one));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(needsFile || needsPersonas);
    if (!needsFile && !needsPersonas && draft.content.length <= LIMITS.createReview.content) create();
  };
  return (
    <form className="card stack new-review" onSubmit={submit}>
      <fieldset className="segments">
        <legend className="visually-hidden">{t('reviews.made_of')}</legend>
        {MADE_OF.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="made-of"
              checked={draft.madeOf === one}
              onChange={() => set({ madeOf: one })}
              disabled={isPending}
            />
            <span>{t(`reviews.made_of.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <Content {...{ draft, set, files, given, error }} setFiles={takeFiles} />
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
        value={draft.title}
        onChange={(event) => set({ title: event.target.value })}
        error={isTitleless ? undefined : fieldError(error, 'title')}
        maxLength={LIMITS.createReview.title}
        dir="auto"
      />
      <PanelPicker
        type={typeOf(draft, files.file)}
        chooses={draft.choosesPanel}
        chosen={draft.personas}
        error={isIncomplete && needsPersonas ? t('reviews.panel.needed') : fieldError(error, 'persona_ids')}
        onChange={(change) => {
          set(change);
          if (error) forgetRefusal();
        }}
      />
      <SiteChoice site={draft.site} error={fieldError(error, 'widget_site_id')} onChange={(site) => set({ site })} />
      {error && <Refused error={error} />}
      {share !== undefined && <Sending share={share} stop={stop} />}
      <div>
        <button type="submit" className="button primary large" disabled={isPending}>
          {t(isPending ? 'reviews.starting' : 'reviews.start')}
        </button>
      </div>
    </form>
  );
};

export const NewReviewPage = () => {
  const t = useText();
  const { workspace } = useWorkspace();
  return (
    <Page title={t('reviews.new')} lead={t('reviews.new.lead')} above={<Back to="/reviews">{t('shell.reviews')}</Back>}>
      {workspace.role === 'GUEST' ? <p className="callout">{t('reviews.new.guest')}</p> : <Form />}
    </Page>
  );
};
