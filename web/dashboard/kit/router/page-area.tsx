import { Component, type ReactNode, Suspense, useLayoutEffect } from 'react';
import { ErrorNote, PageSkeleton } from '../states.tsx';
import { reopen, type Shown, useShown } from './router.ts';
import { scrollFor } from './scroll.ts';

/** A browser may cache a failed code fetch: only a reload tries again. */
const isOfCode = (error: unknown) => error instanceof TypeError && /import|module script/i.test(error.message);

const PageError = ({ error }: { error: unknown }) => (
  <ErrorNote error={error} retry={() => (isOfCode(error) ? location.reload() : reopen())} page />
);

interface Failure {
  of?: Shown;
  error?: unknown;
}

/** A page that fails to render leaves the frame usable. Another address is another chance. */
class PageBoundary extends Component<{ shown: Shown; children: ReactNode }, Failure> {
  override state: Failure = {};

  override componentDidCatch(error: unknown): void {
    this.setState({ of: this.props.shown, error });
  }

  override render(): ReactNode {
    const { shown, children } = this.props;
    const { of, error } = this.state;
    return of === shown ? <PageError error={error} /> : children;
  }
}

const contentOf = ({ page, Component: Content, error }: Shown, missing: ReactNode) => {
  if (!page) return missing;
  if (error !== undefined) return <PageError error={error} />;
  return Content ? <Content /> : <PageSkeleton />;
};

/** The page at the address; `missing` if there is none. */
export const PageArea = ({ missing }: { missing: ReactNode }) => {
  const shown = useShown();
  useLayoutEffect(() => scrollFor(shown.location), [shown]);
  return (
    <PageBoundary shown={shown}>
      <Suspense fallback={<PageSkeleton />}>{contentOf(shown, missing)}</Suspense>
    </PageBoundary>
  );
};
