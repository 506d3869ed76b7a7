import { useEffect, useState } from 'react';
import { hasMessages, isInEnglish, loadMessages, translateSaid, useText } from '../words/messages.ts';

const fetchWords = (): Promise<void> => loadMessages('refusals').catch(() => undefined);

/** Of these a page shows the service's own words; of 404 and of what is the service's fault it has words itself. */
const isTold = ({ status }: Response) => status >= 400 && status < 500 && status !== 401 && status !== 404;

/** A `fetch` that has the words for a refusal before anybody shows it. */
export const withWords =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    if (isTold(answer)) await fetchWords();
    return answer;
  };

interface InOurs {
  text: string;
  /** Where it stays as it came. */
  lang?: 'en';
}

/** What the service said, as the page says it. */
export const inOurs = (text: string): InOurs => {
  const ours = translateSaid(text);
  if (ours !== undefined) return { text: ours };
  return isInEnglish() ? { text } : { text, lang: 'en' };
};

/** A sentence that the service wrote into a row: why something failed, how something was read. */
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
