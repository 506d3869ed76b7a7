import './showcase.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ErrorNote } from '../../kit/error-note.tsx';
import { isNotFound } from '../../kit/is-not-found.ts';
import { Page } from '../../kit/page.tsx';
import { PageSkeleton } from '../../kit/skeleton.tsx';
import { ReviewReport } from '../../pages/reviews/report/review-report.tsx';
import { useLocale, useText } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { Missing } from '../not-found-page.tsx';
import { PrintButton } from '../print-button.tsx';
import { PublicLink } from '../public-link.tsx';
import type { PublicRouter } from '../router.tsx';
import { service } from '../service.ts';
import { ReportForm } from './report-form.tsx';

const route = getRouteApi<'/asking/showcase/$slug', PublicRouter>('/asking/showcase/$slug');

const entryOf = (slug: string) =>
  queryOptions({
    queryKey: ['showcase', slug],
    queryFn: ({ signal }) => service.getShowcaseEntry({ slug }, { signal }),
  });

const Back = () => {
  const t = useText();
  return (
    <PublicLink to="/showcase">
      <ArrowLeft aria-hidden="true" /> {t('showcase.entry.back')}
    </PublicLink>
  );
};

/** A published review, as it was when submitted. */
export const EntryPage = () => {
  const t = useText();
  const locale = useLocale();
  const { slug } = route.useParams();
  const { data: entry, error, refetch } = useQuery(entryOf(slug));
  useDescription(entry ? t('showcase.entry.description', { title: entry.title }) : t('showcase.description'));
  if (isNotFound(error)) return <Missing title={t('showcase.entry.missing')} hint={t('showcase.entry.missing.hint')} />;
  if (error) return <ErrorNote error={error} retry={refetch} page />;
  if (!entry) return <PageSkeleton />;
  const { title, submitted_at, review, feedback } = entry;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(Number(submitted_at));
  return (
    <Page title={title} above={<Back />} lead={t('showcase.entry.as_of', { date })} actions={<PrintButton />}>
      <ReviewReport review={review} feedback={feedback} />
      <ReportForm key={slug} slug={slug} />
    </Page>
  );
};
