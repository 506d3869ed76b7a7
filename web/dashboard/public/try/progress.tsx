import { useEffect, useState } from 'react';
import { useText } from '../../words/messages.ts';

/** What is being done, in its order. How far it is nobody tells the page, so that it says only how long it has waited. */
export const Progress = ({ name }: { name: string }) => {
  const t = useText();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="card demo-progress" aria-labelledby="demo-progress">
      <h2 id="demo-progress" role="status">
        {t('demo.progress')}
      </h2>
      <ol>
        <li>{t('demo.progress.fetch')}</li>
        <li>{t('demo.progress.read')}</li>
        <li>{t('demo.progress.judge', { name })}</li>
      </ol>
      <p className="soft">{t('demo.progress.elapsed', { seconds })}</p>
    </section>
  );
};
