import './try.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../client/index.ts';
import { isShownInFields } from '../../kit/form.tsx';
import { Page } from '../../kit/page.tsx';
import { openHref, useSearch } from '../../kit/router/router.ts';
import { Said } from '../../kit/said.tsx';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { type Step, Steps } from '../../kit/steps.tsx';
import { currentLocale, t } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import { withQueries } from '../query-provider.tsx';
import { impatientService } from '../service.ts';
import { type DemoConfig, type DemoPersona, demoConfig, demoPersonas, demoProgress } from './data.ts';
import { Result } from './result.tsx';
import { readTrySearch } from './search.ts';
import { type DemoAsked, TryForm } from './try-form.tsx';

const SOON_SECONDS = 10;

const Notice = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className="callout stack tight" role="alert">
    <p>
      <strong>{title}</strong>
    </p>
    <p>{text}</p>
    {children}
  </div>
);

const Refusal = ({ error, signUpUrl }: { error: unknown; signUpUrl: string }) => {
  if (isShownInFields(error)) return null;
  if (!(error instanceof ApiError)) return <ErrorNote error={error} />;
  const { status, code, reason, retryAfterSeconds: seconds = SOON_SECONDS } = error;
  if (reason === 'demo_daily_limit') {
    const style = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
    const time = new Intl.DateTimeFormat(currentLocale(), style).format(Date.now() + seconds * 1000);
    return (
      <Notice title={t('demo.used_up')} text={t('demo.used_up.when', { time })}>
        <p>
          <a href={signUpUrl} className="button">
            {t('demo.result.sign_up')}
          </a>
        </p>
      </Notice>
    );
  }
  if (reason === 'demo_running')
    return <Notice title={t('demo.wait')} text={t('demo.wait.when', { seconds: Math.ceil(seconds) })} />;
  if (status === 503 && code)
    return (
      <p className="callout" role="alert">
        <Said text={error.message} codes={[error]} />
      </p>
    );
  if (reason === 'captcha_failed' || reason === 'captcha_required')
    return <Notice title={t('demo.captcha')} text={t('demo.captcha.refused')} />;
  return <ErrorNote error={error} />;
};

const useElapsed = (): number => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
};

const useSteps = (name: string | undefined): Step[] => {
  const { data } = useQuery(demoProgress);
  const { step, views } = data ?? { step: null, views: [] };
  const isRead = step === 'judge';
  const isOpen = step === 'read' || isRead;
  const opening = (['wide', 'narrow'] as const).map((view) => ({
    label: t('demo.progress.open', { width: view === 'wide' ? 1440 : 390 }),
    state: isOpen || views.includes(view) ? ('done' as const) : ('running' as const),
  }));
  return [
    ...opening,
    { label: t('demo.progress.read'), state: isRead ? 'done' : isOpen ? 'running' : 'waiting' },
    ...(name === undefined
      ? []
      : [{ label: t('demo.progress.judge', { name }), state: isRead ? ('running' as const) : ('waiting' as const) }]),
  ];
};

/** `name` judges the page; undefined if rules alone answer. */
const Progress = ({ name }: { name: string | undefined }) => {
  const seconds = useElapsed();
  return (
    <section className="card stack close demo-progress" aria-labelledby="demo-progress">
      <h2 id="demo-progress" role="status">
        {t('demo.progress')}
      </h2>
      <Steps steps={useSteps(name)} labelledBy="demo-progress" />
      <p className="soft">{t('demo.progress.elapsed', { seconds })}</p>
    </section>
  );
};

const Demo = ({ config, personas }: { config: DemoConfig; personas: readonly DemoPersona[] }) => {
  const before = useSearch(readTrySearch);
  const [round, setRound] = useState(0);
  const demo = useMutation({
    mutationFn: (asked: DemoAsked) => impatientService.runDemo({ body: { ...asked, language: currentLocale() } }),
    onSettled: () => setRound((last) => last + 1),
  });
  const run = (asked: DemoAsked) => {
    demo.mutate(asked);
    void openHref(`/try?${new URLSearchParams({ url: asked.url, persona: asked.persona_slug })}`, { replace: true });
  };
  const { data: answer, error, isPending, variables } = demo;
  const name = personas.find(({ slug }) => slug === variables?.persona_slug)?.name ?? '';
  return (
    <div className="stack">
      <TryForm {...{ config, personas, before, round, error, run }} isRunning={isPending} />
      {isPending && <Progress name={config.ai_live ? name : undefined} />}
      {error && <Refusal error={error} signUpUrl={config.signup_url} />}
      {answer && <Result answer={answer} />}
    </div>
  );
};

export const TryPage = withQueries(() => {
  const config = useQuery(demoConfig);
  const personas = useQuery(demoPersonas);
  useDescription(t('demo.description'));
  const failed = config.error ?? personas.error;
  const retry = () => Promise.all([config.refetch(), personas.refetch()]);
  return (
    <Page title={t('demo.title')} lead={t('demo.lead', { limit: config.data?.daily_limit ?? 1 })}>
      {failed && <ErrorNote error={failed} retry={retry} />}
      {!failed && !(config.data && personas.data) && <Skeleton lines={6} />}
      {config.data && personas.data && (
        <div className="stack">
          {!config.data.ai_live && <p className="callout plain">{t('demo.not_ai')}</p>}
          <Demo config={config.data} personas={personas.data} />
        </div>
      )}
    </Page>
  );
});
