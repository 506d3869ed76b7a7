import './start.css';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, ExternalLink, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { webAddress } from '../../../kit/address.ts';
import { Button } from '../../../kit/button.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { type Site, useSiteQueries } from '../../sites/data.ts';
import { STEPS, type StartStep, useProgress } from './progress.ts';
import { SampleButton } from './sample-button.tsx';

const HIDDEN = 'sidenote.start.hidden';

const SampleLink = ({ site }: { site: Site }): ReactNode => {
  const { data } = useQuery(useSiteQueries().secrets(site.id));
  const address = webAddress(site.url);
  if (!data || !address) return null;
  return (
    <a href={`${address}?site=${data.loader_secret_id}`} target="_blank" rel="noreferrer" className="button primary">
      <ExternalLink aria-hidden="true" /> {t('start.note.open')}
    </a>
  );
};

type ActionProps = Pick<StepProps, 'step' | 'isNext' | 'noteId' | 'sites'>;

const Action = ({ step, isNext, noteId, sites }: ActionProps): ReactNode => {
  const look = isNext ? 'button primary' : 'button';
  const sample = sites.find((site) => site.sample);
  const real = sites.find((site) => !site.sample);
  const site = real ?? sample;
  if (step === 'note') {
    return sample ? <SampleLink site={sample} /> : <SampleButton />;
  }
  if (step === 'resolve') {
    return (
      noteId && (
        <Link to="/inbox/$annotationId" params={{ annotationId: noteId }} className={look}>
          {t('start.resolve.open')}
        </Link>
      )
    );
  }
  if (step === 'agent') {
    return (
      site && (
        <Link to="/sites/$siteId" params={{ siteId: site.id }} search={{ tab: 'agents' }} className={look}>
          {t('start.agent.open')}
        </Link>
      )
    );
  }
  if (step === 'invite') {
    return (
      <Link to="/workspace" search={{ tab: 'invitations' }} className={look}>
        {t('inbox.invite')}
      </Link>
    );
  }
  return real ? (
    <Link to="/sites/$siteId" params={{ siteId: real.id }} className={look}>
      {t('start.install.open')}
    </Link>
  ) : (
    <Link to="/sites/new" className={look}>
      {t('common.add_site')}
    </Link>
  );
};

const StepItem = ({ step, isDone, isNext, noteId, sites }: StepProps) => {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="row spread start-step" data-done={isDone} aria-current={isNext ? 'step' : undefined}>
      <Icon aria-hidden="true" className={`state-icon ${isDone ? 'done' : 'waiting'}`} />
      <div className="grow">
        <strong>{t(`start.${step}`)}</strong>
        <span className="visually-hidden"> {t(isDone ? 'steps.done' : 'steps.waiting')}</span>
        {!isDone && <p className="soft">{t(`start.${step}.lead`)}</p>}
      </div>
      {!isDone && <Action step={step} isNext={isNext} noteId={noteId} sites={sites} />}
    </li>
  );
};

interface StepProps {
  step: StartStep;
  isDone: boolean;
  isNext: boolean;
  noteId: string | undefined;
  sites: readonly Site[];
}

/** For a workspace without sites, or with its sample site. */
export const Checklist = ({ sites }: { sites: readonly Site[] }) => {
  const { workspace } = useWorkspace();
  const key = `${HIDDEN}.${workspace.id}`;
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null);
  const hide = () => {
    localStorage.setItem(key, '1');
    setHidden(true);
  };
  // While it is hidden, no request is sent for its progress.
  return isHidden ? null : <Steps sites={sites} hide={hide} />;
};

const Steps = ({ sites, hide }: { sites: readonly Site[]; hide: () => void }) => {
  const progress = useProgress(sites);
  if (!progress) return null;
  const { done, noteId } = progress;
  const next = STEPS.find((step) => !done.has(step));
  return (
    <section className="card stack start" aria-labelledby="start">
      <div className="row spread">
        <div className="grow">
          <h2 id="start">{t(next ? 'start.title' : 'start.finished')}</h2>
          <p className="soft">{t('start.progress', { done: done.size, count: STEPS.length })}</p>
        </div>
        {sites.length > 0 && (
          <Button look="quiet" icon={X} onClick={hide}>
            {t('start.hide')}
          </Button>
        )}
      </div>
      <ol>
        {STEPS.map((step) => (
          <StepItem
            key={step}
            step={step}
            isDone={done.has(step)}
            isNext={step === next}
            noteId={noteId}
            sites={sites}
          />
        ))}
      </ol>
    </section>
  );
};
