import { useText } from '../app/messages.ts';

/** Lines where text will be; `lines` as many as are likely to come, so that little moves. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => {
  const t = useText();
  return (
    <div className="skeleton" role="status" aria-label={t('shell.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
};

export const PageSkeleton = () => (
  <div className="page">
    <Skeleton lines={6} />
  </div>
);
