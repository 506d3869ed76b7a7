import { createElement, lazy, type ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { loadCode } from './load-code.ts';

const failed = (error: unknown) => () => createElement(ErrorNote, { error, retry: () => location.reload() });

/** A component whose code comes once it is shown. Where it does not, that is said in its place: the page stays. */
export const later = <Code, Props extends object>(
  load: () => Promise<Code>,
  pick: (code: Code) => (props: Props) => ReactNode,
) =>
  lazy(() =>
    loadCode(load).then(
      (code) => ({ default: pick(code) }),
      (error: unknown) => ({ default: failed(error) }),
    ),
  );
