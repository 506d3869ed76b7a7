import './showcase.css';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Form, fieldsOf, TextArea } from '../../kit/form.tsx';
import { Page } from '../../kit/page.tsx';
import { dateFormat } from '../../kit/regional.ts';
import { useParams } from '../../kit/router/router.ts';
import { isNotFound, Waiting } from '../../kit/states.tsx';
import { refreshOf } from '../../pages/reviews/data.ts';
import { ReviewReport } from '../../pages/reviews/report/review-report.tsx';
import { FIGURES, LIMITS } from '../../words/limits.generated.ts';
import { currentLocale, t } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { Missing } from '../not-found-page.tsx';
import { PrintButton } from '../print-button.tsx';
import { PublicLink } from '../public-link.tsx';
import { withQueries } from '../query-provider.tsx';
import { service } from '../service.ts';

const ReportForm = ({ slug }: { slug: string }) => {
  const queries = useQueryClient();
  const [draft, setDraft] = useState({ reason: '' });
  const [isShort, setShort] = useState(false);
  const report = useMutation({
    mutationFn: (text: string) => service.reportShowcaseEntry({ slug, body: { reason: text } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['showcase'], refetchType: 'none' }),
  });
  const send = () => {
    const text = draft.reason.trim();
    setShort(text.length < FIGURES.minReason);
    if (text.length >= FIGURES.minReason) report.mutate(text);
  };
  if (report.isSuccess)
    return (
      <p className="callout" role="status">
        {t('showcase.report.sent')}
      </p>
    );
  const { error } = report;
  const field = fieldsOf(draft, setDraft, error);
  return (
    <details className="report-form">
      <summary>{t('showcase.report')}</summary>
      <Form
        action={t('showcase.report.send')}
        look="danger-quiet"
        isDisabled={report.isPending}
        onSubmit={send}
        error={error}
      >
        <p className="soft">{t('showcase.report.text')}</p>
        <TextArea
          label={t('showcase.report.reason')}
          rows={3}
          {...field('reason', LIMITS.reportShowcaseEntry.reason)}
          {...(isShort && { error: t('showcase.report.short') })}
        />
      </Form>
    </details>
  );
};

const entryOf = (slug: string) =>
  queryOptions({
    queryKey: ['showcase', slug],
    queryFn: ({ signal }) => service.getShowcaseEntry({ slug }, { signal }),
    refetchInterval: ({ state: { data, error } }) => refreshOf(data?.review, error),
  });

const Back = () => (
  <PublicLink to="/showcase">
    <ArrowLeft aria-hidden="true" /> {t('showcase.entry.back')}
  </PublicLink>
);

export const EntryPage = withQueries(() => {
  const { slug } = useParams('/showcase/$slug');
  const query = useQuery(entryOf(slug));
  const { data: entry, error } = query;
  useDescription(entry ? t('showcase.entry.description', { title: entry.title }) : t('showcase.description'));
  if (isNotFound(error)) return <Missing title={t('showcase.entry.missing')} hint={t('showcase.entry.missing.hint')} />;
  if (!entry) return <Waiting query={query} />;
  const { title, submitted_at, review, feedback, facts } = entry;
  const date = dateFormat(currentLocale(), { dateStyle: 'long' }).format(Number(submitted_at));
  return (
    <Page title={title} above={<Back />} lead={t('showcase.entry.as_of', { date })} actions={<PrintButton />}>
      <ReviewReport review={review} feedback={feedback} facts={facts} />
      <ReportForm key={slug} slug={slug} />
    </Page>
  );
});
