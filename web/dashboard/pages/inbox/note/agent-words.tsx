import { lazy, Suspense } from 'react';

const Markdown = lazy(() => import('./markdown.ts').then((it) => ({ default: it.Markdown })));

/** What agents write: Markdown. As plain words until what reads it is there. */
export const AgentWords = ({ text, isWhole = true }: { text: string; isWhole?: boolean }) => (
  <div className={isWhole ? undefined : 'begun'} dir="auto">
    <Suspense fallback={<p className="words">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  </div>
);
