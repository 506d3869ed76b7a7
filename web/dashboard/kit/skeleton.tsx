import { useText } from '../words/messages.ts';

interface Props {
  /** As many as are likely to come, so that little moves. */
  lines?: number;
  /** Where no text will be but the rows of a list, or a heading and what it heads. */
  as?: 'rows' | 'headed';
}

/** Lines where text will be. */
export const Skeleton = ({ lines = 3, as }: Props) => {
  const t = useText();
  return (
    <div className={as ? `skeleton ${as}` : 'skeleton'} role="status" aria-label={t('shell.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
};

export const PageSkeleton = () => (
  <div className="page">
    <Skeleton lines={6} as="headed" />
  </div>
);
