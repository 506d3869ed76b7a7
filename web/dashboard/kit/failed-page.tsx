import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface Props {
  error: unknown;
  retry: () => unknown;
  /** The way out, where trying again does not help. */
  back: ReactNode;
}

/** In place of a page that could not be read. */
export const FailedPage = ({ error, retry, back }: Props) => (
  <>
    <ErrorNote error={error} retry={retry} page />
    <p className="page-way-out">{back}</p>
  </>
);
