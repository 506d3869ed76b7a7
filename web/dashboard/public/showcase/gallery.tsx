import './showcase.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { MoreButton } from '../../kit/more-button.tsx';
import { useNumbers } from '../../kit/numbers.ts';
import { Page } from '../../kit/page.tsx';
import { PAGED, pageQuery } from '../../kit/paged.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { PublicLink } from '../public-link.tsx';
import { service } from '../service.ts';

type Item = OutputOf<'listShowcase'>['items'][number];

/** Entries have the same types as reviews. */
const kindOf = (input_type: string) =>
  `reviews.type.${input_type as OutputOf<'getSharedReview'>['input_type']}` as const;

const PAGE = 24;

const useEntries = () =>
  useInfiniteQuery({
    queryKey: ['showcase'],
    queryFn: ({ signal, pageParam }) => service.listShowcase({ query: pageQuery(pageParam, PAGE) }, { signal }),
    ...PAGED,
  });

const Card = ({ item }: { item: Item }) => {
  const t = useText();
  const numbers = useNumbers();
  const { slug, title, input_type, score, calibrated, ai_live, personas, summary, approved_at } = item;
  return (
    <li className="entry-card">
      <p className="entry-score">
        {score === null ? (
          <span className="fine">{t('showcase.no_score')}</span>
        ) : (
          <>
            <strong>{numbers.score(score)}</strong> <span className="fine">{t('review.score.of')}</span>
          </>
        )}
      </p>
      <h2 dir="auto">
        <PublicLink to="/showcase/$slug" params={{ slug }}>
          {title}
        </PublicLink>
      </h2>
      {summary && (
        <p className="entry-summary" dir="auto">
          {summary}
        </p>
      )}
      <p className="fine">
        {t(kindOf(input_type))} · {t('showcase.personas', { count: personas })} · <Time at={approved_at} />
      </p>
      <p className="row">
        <span className={calibrated ? 'tag good' : 'tag'}>
          {t(calibrated ? 'review.calibrated' : 'review.uncalibrated')}
        </span>
        {ai_live === false && <span className="tag">{t('showcase.not_ai')}</span>}
      </p>
    </li>
  );
};

const Empty = () => {
  const t = useText();
  const action = (
    <PublicLink to="/try" className="button primary">
      {t('showcase.empty.try')}
    </PublicLink>
  );
  return (
    <EmptyState title={t('showcase.empty')} action={action}>
      {t('showcase.empty.text')}
    </EmptyState>
  );
};

/** Public entries, most recently approved first. */
export const GalleryPage = () => {
  const t = useText();
  const list = useEntries();
  const { data, error, refetch, hasNextPage } = list;
  useDescription(t('showcase.description'));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title={t('showcase.title')} lead={t('showcase.lead')}>
      {!data && !error && <Skeleton lines={6} />}
      {data && items.length === 0 && !hasNextPage && <Empty />}
      <ul className="entry-cards">
        {items.map((item) => (
          <Card key={item.slug} item={item} />
        ))}
      </ul>
      {error && !data && <ErrorNote error={error} retry={refetch} />}
      <MoreButton list={list} />
    </Page>
  );
};
