import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface Props {
  error: unknown;
  retry: () => unknown;
  /** A way out for errors that a retry can't fix. */
  back: ReactNode;
}

export const FailedPage = ({ error, retry, back }: Props) => (
  <>
    <ErrorNote error={error} retry={retry} page />
    <p className="page-way-out">{back}</p>
  </>
);
