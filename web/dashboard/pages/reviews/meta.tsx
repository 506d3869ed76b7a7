import { MessageSquareText } from 'lucide-react';
import { Link } from '../../kit/router/link.tsx';
import { t } from '../../words/messages.ts';
import type { ReviewRow } from './data.ts';

const TONES: Readonly<Record<ReviewRow['status'], string>> = {
  queued: 'tag',
  running: 'tag accent',
  complete: 'tag good',
  partial: 'tag warn',
  failed: 'tag bad',
  not_judged: 'tag warn',
};

export const ReviewStatusTag = ({ status }: Pick<ReviewRow, 'status'>) => (
  <span className={TONES[status]}>{t(`reviews.status.${status}`)}</span>
);

export const SourceNote = ({ id }: { id: string }) => (
  <Link to="/inbox/$annotationId" params={{ annotationId: id }} className="review-source">
    <MessageSquareText aria-hidden="true" /> {t('reviews.from_note')}
  </Link>
);
