import './try.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Page } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { useDescription } from '../describe.ts';
import type { PublicRouter } from '../router.tsx';
import { impatientService } from '../service.ts';
import { type DemoConfig, type DemoPersona, demoConfig, demoPersonas } from './data.ts';
import { Progress } from './progress.tsx';
import { Refusal } from './refusal.tsx';
import { Result } from './result.tsx';
import { type DemoAsked, TryForm } from './try-form.tsx';

const route = getRouteApi<'/asking/try', PublicRouter>('/asking/try');

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
