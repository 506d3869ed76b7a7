import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus, MessageSquareText } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { SelectField } from '../../../kit/form.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { ErrorNote } from '../../../kit/states.tsx';
import { notify } from '../../../kit/toast.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Site, useSiteQueries } from '../../sites/data.ts';
import { type FeedbackList, type Review, useReviewQueries } from '../data.ts';
import { FindingAction } from '../report/finding-action.ts';

type Filed = Pick<FeedbackList['items'][number], 'id' | 'dimension' | 'annotation_id'>;

const useFiling = (review: Review) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const { queryKey } = useReviewQueries().feedback(review);
  return useMutation({
    mutationFn: ({ id, site_id }: { id: string; site_id: string | null }) =>
      service.createFeedbackNote({ review_id: review.id, feedback_id: id, body: { site_id } }),
    onSuccess: ({ annotation_id, feedback_id }) => {
      const isFiled = ({ id, same_as }: FeedbackList['items'][number]) => id === feedback_id || same_as === feedback_id;
      queries.setQueryData(
        queryKey,
        (list) => list && { ...list, items: list.items.map((one) => (isFiled(one) ? { ...one, annotation_id } : one)) },
      );
      void queries.invalidateQueries({ queryKey: [workspace.id, 'notes'] });
      notify(t('review.note.created'));
    },
  });
};

interface DialogProps {
  finding: Filed;
  review: Review;
  sites: readonly Site[];
  filing: ReturnType<typeof useFiling>;
  onClose: () => void;
}

/** For a review without a site. */
const SiteDialog = ({ finding, review, sites, filing, onClose }: DialogProps) => {
  const origin = URL.parse(review.url ?? '')?.origin;
  const likely = sites.find(({ allowed_origins }) => allowed_origins.some((one) => one === origin)) ?? sites[0];
  const [site, setSite] = useState(likely?.id ?? '');
  const create = () => filing.mutate({ id: finding.id, site_id: site }, { onSuccess: onClose });
  return (
    <Dialog title={t('review.note.site.title')} onClose={onClose} held={filing.isPending}>
      <div className="dialog-body">
        {sites.length === 0 ? (
          <p>
            {t('review.note.site.none')} <Link to="/sites">{t('common.add_site')}</Link>
          </p>
        ) : (
          <SelectField
            label={t('review.note.site')}
            value={site}
            options={sites.map(({ id, name }) => [id, name] as const)}
            onChange={({ target }) => setSite(target.value)}
          />
        )}
      </div>
      {filing.error && <ErrorNote error={filing.error} />}
      <div className="dialog-actions">
        <Button disabled={filing.isPending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {sites.length > 0 && (
          <Button look="primary" icon={MessageSquarePlus} disabled={filing.isPending} onClick={create}>
            {t('review.note.create')}
          </Button>
        )}
      </div>
    </Dialog>
  );
};

const NoteOfFinding = ({ finding, review }: { finding: Filed; review: Review }) => {
  const filing = useFiling(review);
  const { data: sites } = useQuery(useSiteQueries().all);
  const [isAsking, setAsking] = useState(false);
  if (finding.annotation_id)
    return (
      <Link
        to="/inbox/$annotationId"
        params={{ annotationId: finding.annotation_id }}
        className="button quiet finding-note"
      >
        <MessageSquareText aria-hidden="true" /> {t('common.open_note')}{' '}
        <span className="visually-hidden">{finding.dimension}</span>
      </Link>
    );
  const [only, ...others] = sites ?? [];
  const site_id = review.widget_site_id ?? (others.length === 0 ? (only?.id ?? null) : null);
  const create = () => {
    if (site_id === null) setAsking(true);
    else filing.mutate({ id: finding.id, site_id });
  };
  return (
    <>
      <Button
        look="quiet finding-note"
        icon={MessageSquarePlus}
        disabled={filing.isPending || (sites === undefined && site_id === null)}
        onClick={create}
      >
        {t('review.note.create')} <span className="visually-hidden">{finding.dimension}</span>
      </Button>
      {filing.error && !isAsking && <ErrorNote error={filing.error} />}
      {isAsking && <SiteDialog {...{ finding, review, filing }} sites={sites ?? []} onClose={() => setAsking(false)} />}
    </>
  );
};

interface Props {
  review: Review;
  /** Undefined for readers who can't make notes. */
  feedback: FeedbackList | undefined;
  children: ReactNode;
}

/** Gives each fault of the report inside a button that makes a note of it. */
export const FindingNotes = ({ review, feedback, children }: Props) => {
  const action = useMemo(() => {
    const byId = new Map(feedback?.items.map((one) => [one.id, one]));
    return ({ id, kind, struck }: { id: string; kind: string; struck: unknown }) => {
      const finding = byId.get(id);
      return finding && kind === 'fault' && !struck ? <NoteOfFinding finding={finding} review={review} /> : null;
    };
  }, [review, feedback]);
  return <FindingAction value={action}>{children}</FindingAction>;
};
