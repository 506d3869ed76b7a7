import { useState } from 'react';
import { useText } from '../../app/messages.ts';
import { CodeBlock } from '../../kit/code-block.tsx';
import { masked } from './connect.ts';

/** Text with a secret in it: covered until somebody wants to see it, copied as it is. */
export const SecretBlock = ({ text, secret, label }: { text: string; secret: string; label: string }) => {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <CodeBlock text={text} label={label} {...(!isShown && { shown: masked(text, secret) })}>
      <button
        type="button"
        className="button"
        aria-label={`${t(isShown ? 'common.hide' : 'common.reveal')}: ${label}`}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'common.hide' : 'common.reveal')}
      </button>
    </CodeBlock>
  );
};
