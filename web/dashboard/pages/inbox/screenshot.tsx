import { useState } from 'react';
import { useText } from '../../app/messages.ts';

/** What the visitor saw; the widget has drawn the pin into the picture. A new address of the same picture is not loaded again. */
export const Screenshot = ({ url }: { url: string }) => {
  const t = useText();
  const [kept] = useState(url);
  return (
    <figure className="screenshot">
      <a href={url} target="_blank" rel="noreferrer">
        <img src={kept} alt={t('inbox.screenshot')} />
      </a>
    </figure>
  );
};
