import { useText } from '../../words/messages.ts';
import type { ReviewRow } from './data.ts';

const TONES: Readonly<Record<ReviewRow['status'], string>> = {
  queued: 'tag',
  running: 'tag accent',
  complete: 'tag good',
  partial: 'tag warn',
  failed: 'tag bad',
};

export const ReviewStatusTag = ({ status }: Pick<ReviewRow, 'status'>) => {
  const t = useText();
  return <span className={TONES[status]}>{t(`reviews.status.${status}`)}</span>;
};
