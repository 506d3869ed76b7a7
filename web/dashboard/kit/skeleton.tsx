import { useText } from '../words/messages.ts';

interface Props {
  /** The number of rows to expect, to limit layout shift. */
  lines?: number;
  /** List rows, or a heading with content, instead of text. */
  as?: 'rows' | 'headed';
}

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
