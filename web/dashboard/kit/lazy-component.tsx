import { lazy, type ReactNode, Suspense } from 'react';
import { loadCode } from './load-code.ts';
import { ErrorNote } from './states.tsx';

type Component<Props> = (props: Props) => ReactNode;

const failed = (error: unknown) => () => <ErrorNote error={error} retry={() => location.reload()} />;

/** Without a fallback, the nearest Suspense decides; null shows nothing meanwhile. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<Component<Props>>,
  Fallback?: Component<Props> | null,
): Component<Props> => {
  const Loaded: Component<Props> = lazy(() =>
    loadCode(load).then(
      (code) => ({ default: code }),
      (error: unknown) => ({ default: failed(error) }),
    ),
  );
  if (Fallback === undefined) return Loaded;
  return (props) => (
    <Suspense fallback={Fallback && <Fallback {...props} />}>
      <Loaded {...props} />
    </Suspense>
  );
};
