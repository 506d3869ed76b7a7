import { useEffect, useState } from 'react';
import { hasMessages, isInEnglish, loadMessages, translateSaid, useText } from '../words/messages.ts';

const fetchWords = (): Promise<void> => loadMessages('refusals').catch(() => undefined);

/** Statuses that show the service's message; the dashboard has its own texts for 404 and 5xx. */
const isTold = ({ status }: Response) => status >= 400 && status < 500 && status !== 401 && status !== 404;

/** A `fetch` that loads the translations of errors before one is shown. */
export const withWords =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    if (isTold(answer)) await fetchWords();
    return answer;
  };

interface InOurs {
  text: string;
  /** Set if there is no translation. */
  lang?: 'en';
}

/** A message of the service in the page's language. */
export const inOurs = (text: string): InOurs => {
  const ours = translateSaid(text);
  if (ours !== undefined) return { text: ours };
  return isInEnglish() ? { text } : { text, lang: 'en' };
};

/** A sentence that the service stored in a row, such as why something failed. */
export const Said = ({ text }: { text: string }) => {
  const t = useText();
  const [isReady, setReady] = useState(() => hasMessages('refusals'));
  useEffect(() => {
    if (!isReady) void fetchWords().then(() => setReady(true));
  }, [isReady]);
  const { text: ours, lang } = inOurs(text);
  if (!isReady) return '\u00a0';
  if (lang === undefined) return ours;
  return (
    <>
      <span lang={lang}>{ours}</span> <span className="fine">{t('error.untranslated')}</span>
    </>
  );
};
