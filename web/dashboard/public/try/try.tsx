import './try.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../client/index.ts';
import { isShownInFields } from '../../kit/form.tsx';
import { Page } from '../../kit/page.tsx';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { useLocale, useText } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import type { PublicRouter } from '../router.tsx';
import { impatientService } from '../service.ts';
import { type DemoConfig, type DemoPersona, demoConfig, demoPersonas } from './data.ts';
import { Result } from './result.tsx';
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
  const t = useText();
  const locale = useLocale();
  if (isShownInFields(error)) return null;
  if (!(error instanceof ApiError)) return <ErrorNote error={error} />;
  const { status, reason, retryAfterSeconds: seconds = SOON_SECONDS } = error;
  if (reason === 'demo_daily_limit') {
    const style = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
    const time = new Intl.DateTimeFormat(locale, style).format(Date.now() + seconds * 1000);
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
  if (status === 429 || status === 503)
    return <Notice title={t('demo.busy')} text={t('demo.busy.when', { seconds: Math.ceil(seconds) })} />;
  if (reason === 'captcha_failed' || reason === 'captcha_required')
    return <Notice title={t('demo.captcha')} text={t('demo.captcha.refused')} />;
  return <ErrorNote error={error} />;
};

const route = getRouteApi<'/asking/try', PublicRouter>('/asking/try');

/** The steps in order. The service reports no progress, so this only shows the elapsed time. */
const Progress = ({ name }: { name: string }) => {
  const t = useText();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="card stack close demo-progress" aria-labelledby="demo-progress">
      <h2 id="demo-progress" role="status">
        {t('demo.progress')}
      </h2>
      <ol className="stack tight">
        <li>{t('demo.progress.fetch')}</li>
        <li>{t('demo.progress.read')}</li>
        <li>{t('demo.progress.judge', { name })}</li>
      </ol>
      <p className="soft">{t('demo.progress.elapsed', { seconds })}</p>
    </section>
  );
};

const Demo = ({ config, personas }: { config: DemoConfig; personas: readonly DemoPersona[] }) => {
  const before = route.useSearch();
  const { history } = useRouter();
  const [round, setRound] = useState(0);
  const demo = useMutation({
    mutationFn: (body: DemoAsked) => impatientService.runDemo({ body }),
    onSettled: () => setRound((last) => last + 1),
  });
  const run = (asked: DemoAsked) => {
    demo.mutate(asked);
    history.replace(`/try?${new URLSearchParams({ url: asked.url, persona: asked.persona_slug })}`);
  };
  const { data: answer, error, isPending, variables } = demo;
  const name = personas.find(({ slug }) => slug === variables?.persona_slug)?.name ?? '';
  return (
    <div className="stack">
      <TryForm {...{ config, personas, before, round, error, run }} isRunning={isPending} />
      {isPending && <Progress name={name} />}
      {error && <Refusal error={error} signUpUrl={config.signup_url} />}
      {answer && <Result answer={answer} />}
    </div>
  );
};

export const TryPage = () => {
  const t = useText();
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
          {!config.data.ai_live && <p className="callout">{t('demo.not_ai')}</p>}
          <Demo config={config.data} personas={personas.data} />
        </div>
      )}
    </Page>
  );
};
