import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  text: string;
  label: string;
  shown?: string;
  children?: ReactNode;
}

export const CodeBlock = ({ text, label, shown = text, children }: Props) => (
  <figure className="code-block">
    <figcaption className="row spread">
      <span>{label}</span>
      <span className="row">
        {children}
        <CopyButton text={text} of={label} />
      </span>
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
    <section tabIndex={0} aria-label={label}>
      <pre>
        <code>{shown}</code>
      </pre>
    </section>
  </figure>
);
