import { useEffect, useState } from 'react';
import { hasMessages, isInEnglish, loadMessages, t, translateCode } from '../words/messages.ts';

const fetchWords = (): Promise<void> => loadMessages('refusals').catch(() => undefined);

/** Statuses that show the service's message; the dashboard has its own texts for 404 and 5xx. */
const isTold = ({ status }: Response) => status >= 400 && status < 500 && status !== 401 && status !== 404;

export const withWords =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    if (isTold(answer)) await fetchWords();
    return answer;
  };

interface Coded {
  code?: string | undefined;
  values?: Readonly<Record<string, string | number>> | undefined;
}

interface InOurs {
  text: string;
  lang?: 'en';
}

/** In English if a code is unknown. */
export const inOurs = (text: string, codes: readonly (Coded | null | undefined)[]): InOurs => {
  if (isInEnglish()) return { text };
  const ours = codes.map((one) => one?.code && translateCode(one.code, one.values));
  return ours.length > 0 && ours.every(Boolean) ? { text: ours.join(' ') } : { text, lang: 'en' };
};

export const Said = ({ text, codes }: { text: string; codes: readonly (Coded | null | undefined)[] }) => {
  const [isReady, setReady] = useState(() => hasMessages('refusals'));
  useEffect(() => {
    if (!isReady) void fetchWords().then(() => setReady(true));
  }, [isReady]);
  const { text: ours, lang } = inOurs(text, codes);
  if (!isReady) return '\u00a0';
  if (lang === undefined) return ours;
  return (
    <>
      <span lang={lang}>{ours}</span> <span className="fine">{t('error.untranslated')}</span>
    </>
  );
};
