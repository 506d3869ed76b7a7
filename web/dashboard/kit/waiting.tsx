import { useText } from '../words/messages.ts';
import { ErrorNote } from './error-note.tsx';

export const Skeleton = ({ lines = 3, as }: { lines?: number; as?: 'rows' | 'headed' }) => {
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

interface Props {
  query: { error: unknown; refetch: () => unknown };
  lines?: number;
  as?: 'rows';
}

export const Waiting = ({ query: { error, refetch }, lines, as }: Props) => {
  if (error) return <ErrorNote error={error} retry={refetch} page={lines === undefined} />;
  return lines === undefined ? <PageSkeleton /> : <Skeleton lines={lines} {...(as && { as })} />;
};
