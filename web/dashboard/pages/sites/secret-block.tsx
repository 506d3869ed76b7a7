import { useState } from 'react';
import { CodeBlock } from '../../kit/code-block.tsx';
import { masked } from './connect.ts';
import { RevealButton } from './reveal-button.tsx';

/** Text with a secret: masked until revealed, copied in full. */
export const SecretBlock = ({ text, secret, label }: { text: string; secret: string; label: string }) => {
  const [isShown, setShown] = useState(false);
  return (
    <CodeBlock text={text} label={label} {...(!isShown && { shown: masked(text, secret) })}>
      <RevealButton label={label} isShown={isShown} onToggle={setShown} />
    </CodeBlock>
  );
};
