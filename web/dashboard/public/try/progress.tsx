import { useEffect, useState } from 'react';
import { useText } from '../../words/messages.ts';

/** The steps in order. The service reports no progress, so this only shows the elapsed time. */
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
