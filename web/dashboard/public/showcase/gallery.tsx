import './showcase.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../client/index.ts';
import { formatScore, Time } from '../../kit/formats.tsx';
import { Page } from '../../kit/page.tsx';
import { PagedList, paged } from '../../kit/paged-list.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { PublicLink } from '../public-link.tsx';
import { withQueries } from '../query-provider.tsx';
import { service } from '../service.ts';

type Item = OutputOf<'listShowcase'>['items'][number];

/** Entries have the same types as reviews. */
const kindOf = (input_type: string) =>
  `reviews.type.${input_type as OutputOf<'getSharedReview'>['input_type']}` as const;

const PAGE = 24;

const Card = ({ item }: { item: Item }) => {
  const { slug, title, input_type, score, basis, ai_live, personas, summary, approved_at } = item;
  return (
    <li className="tile entry-card">
      <p className="entry-score">
        {score === null || basis === null ? (
          <span className="fine">{t('showcase.no_score')}</span>
        ) : (
          <>
            <strong>{formatScore(score)}</strong>{' '}
            <span className="fine">
              {t('review.score.of')} · {t(`review.scale.${basis}`)}
            </span>
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
      {ai_live === false && (
        <p className="row">
          <span className="tag">{t('showcase.not_ai')}</span>
        </p>
      )}
    </li>
  );
};

const Empty = () => {
  const action = (
    <p className="row centred">
      <PublicLink to="/try" className="button primary">
        {t('showcase.empty.try')}
      </PublicLink>
      <PublicLink to="/reviews/sample" className="button">
        {t('showcase.empty.sample')}
      </PublicLink>
    </p>
  );
  return (
    <EmptyState title={t('showcase.empty')} action={action}>
      {t('showcase.empty.text')}
    </EmptyState>
  );
};

export const GalleryPage = withQueries(() => {
  const list = useInfiniteQuery({
    queryKey: ['showcase'],
    ...paged(PAGE, (query, options) => service.listShowcase({ query }, options)),
  });
  useDescription(t('showcase.description'));
  return (
    <Page title={t('showcase.title')} lead={t('showcase.lead')}>
      <PagedList list={list} className="entry-cards" lines={6} empty={<Empty />}>
        {(item) => <Card key={item.slug} item={item} />}
      </PagedList>
    </Page>
  );
});
