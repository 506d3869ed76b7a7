import { Suspense } from 'react';
import { lazyComponent } from '../../../kit/lazy-component.ts';

const Markdown = lazyComponent(
  () => import('./markdown.ts'),
  (it) => it.Markdown,
);

/** Agents' text as Markdown; as plain text until the renderer has loaded. */
export const AgentWords = ({ text, isWhole = true }: { text: string; isWhole?: boolean }) => (
  <div className={isWhole ? undefined : 'begun'} dir="auto">
    <Suspense fallback={<p className="words">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  </div>
);
