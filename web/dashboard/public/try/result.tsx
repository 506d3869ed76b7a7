import { useEffect, useRef } from 'react';
import { formatCount, formatScore } from '../../kit/formats.tsx';
import { HorizontalBars } from '../../kit/horizontal-bars.tsx';
import { t } from '../../words/messages.ts';
import type { DemoAnswer } from './data.ts';

/** Takes focus, because on a phone it is below the form. */
export const Result = ({ answer }: { answer: DemoAnswer }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  const { persona, top_dimensions, paragraph, ai_live, cached, daily_remaining, signup_url } = answer;
  const { name } = persona;
  return (
    <section className="demo-result" aria-labelledby="demo-result">
      <div className="card stack">
        <h2 id="demo-result" ref={heading} tabIndex={-1}>
          {t('demo.result', { name })}
        </h2>
        <p>
          <span className={ai_live ? 'tag' : 'tag warn'}>
            {ai_live ? t('demo.result.ai', { name }) : t('demo.result.not_ai')}
          </span>
        </p>
        <p className="demo-paragraph" dir="auto">
          {paragraph}
        </p>
        <HorizontalBars
          label={t(ai_live ? 'demo.result.scores' : 'demo.result.shares')}
          rows={top_dimensions.map((one) => ({ id: one.name, label: one.name, value: one.score }))}
          min={1}
          max={5}
          format={formatScore}
          tick={formatCount}
        />
        <dl className="stack close demo-comments">
          {top_dimensions.map((one) => (
            <div key={one.name}>
              <dt>{one.name}</dt>
              {one.checks && one.checks.passed < one.checks.of && (
                <dd className="fine">{t('demo.result.checks', one.checks)}</dd>
              )}
              <dd dir="auto">{one.comment}</dd>
            </div>
          ))}
        </dl>
      </div>
      <aside className="stack close demo-onward" aria-labelledby="demo-onward">
        <h2 id="demo-onward">{t('demo.result.more')}</h2>
        <p>{t('demo.result.more.text')}</p>
        <p>
          <a href={signup_url} className="button primary">
            {t('demo.result.sign_up')}
          </a>
        </p>
        <p className="fine">
          {cached && daily_remaining === 0
            ? t('demo.result.cached.none_left')
            : `${cached ? `${t('demo.result.cached')} ` : ''}${t('demo.result.left', { left: daily_remaining })}`}
        </p>
      </aside>
    </section>
  );
};
