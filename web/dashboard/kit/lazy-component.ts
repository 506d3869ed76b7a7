import { createElement, lazy, type ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { loadCode } from './load-code.ts';

const failed = (error: unknown) => () => createElement(ErrorNote, { error, retry: () => location.reload() });

/** A component that loads when first rendered. If loading fails, an error is shown in its place. */
export const lazyComponent = <Code, Props extends object>(
  load: () => Promise<Code>,
  pick: (code: Code) => (props: Props) => ReactNode,
) =>
  lazy(() =>
    loadCode(load).then(
      (code) => ({ default: pick(code) }),
      (error: unknown) => ({ default: failed(error) }),
    ),
  );
