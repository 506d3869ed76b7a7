import { CopyButton } from './copy-button.tsx';

/** Text to take along, with the button that takes it. */
export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <figure className="code-block">
    <figcaption>
      <span>{label}</span>
      <CopyButton text={text} of={label} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <section tabIndex={0} aria-label={label}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  </figure>
);
