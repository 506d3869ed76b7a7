import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, ExternalLink, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../client/index.ts';
import { readableAddress, webAddress } from '../../kit/address.ts';
import { Button } from '../../kit/button.tsx';
import { ago } from '../../kit/formats.tsx';
import { Link } from '../../kit/router/link.tsx';
import { ErrorNote } from '../../kit/states.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { bucketOrigin } from '../../session/sign-in.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';

type Refused = NonNullable<OutputOf<'getSiteSeen'>['refused']>;

/** If the widget already runs, an old refusal is someone's saved copy rather than a broken setup. */
const NEWS_MS = 24 * 3_600_000;

/** Pages opened as a file or in a sandboxed frame have the origin "null". */
const canBeAllowed = (origin: string) => webAddress(origin) !== undefined;

interface Props {
  site: Site;
  refused: Refused;
  isSeen: boolean;
}

const RefusedOrigin = ({ site, refused: { origin, refused_at }, isSeen }: Props) => {
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { one, seen } = useSiteQueries();
  const allow = useMutation({
    mutationFn: async (change: (origins: readonly string[]) => string[]) => {
      // Others may have allowed more since the page read them.
      const { allowed_origins } = await queries.fetchQuery({ ...one(site.id), staleTime: 0 });
      return service.patchSite({ site_id: site.id, body: { allowed_origins: change(allowed_origins) } });
    },
    onSuccess: (fresh) => {
      queries.setQueryData(one(site.id).queryKey, fresh);
      void queries.invalidateQueries({ queryKey: seen(site.id).queryKey });
    },
  });
  if (isSeen && Date.now() - Number(refused_at) > NEWS_MS) return null;
  const letIn = () => {
    const without = (origins: readonly string[]) => origins.filter((known) => known !== origin);
    const takeBack = () => allow.mutateAsync(without).catch(notifyError);
    allow.mutate((origins) => [...without(origins), origin], {
      onSuccess: () => notify(t('sites.refused.allowed', { origin }), takeBack),
    });
  };
  return (
    <div className="callout stack refused">
      <div>
        <strong>{t('sites.refused', { origin, when: ago(Number(refused_at)) })}</strong>
        <p role="status">{t(canBeAllowed(origin) ? 'sites.refused.hint' : 'sites.refused.no_address')}</p>
      </div>
      {canBeAllowed(origin) && (
        <Button disabled={allow.isPending} onClick={letIn}>
          {t('sites.refused.allow', { origin })}
        </Button>
      )}
      {allow.error && <ErrorNote error={allow.error} />}
    </div>
  );
};

const REFRESH_MS = 3000;

const useTick = (ms: number) => {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
};

const Next = ({ site, url }: { site: Site; url: string }) => (
  <p className="row">
    <a href={webAddress(url)} target="_blank" rel="noreferrer" className="button">
      <ExternalLink aria-hidden="true" /> {t('sites.next.note')}
    </a>
    <Link to="/sites/$siteId" params={{ siteId: site.id }} search={{ tab: 'agents' }} className="button">
      {t('sites.agents.title')}
    </Link>
  </p>
);

/** Reasons why a widget doesn't report, most frequent first. */
const Stuck = () => (
  <details className="stuck">
    <summary>{t('sites.stuck')}</summary>
    <ul>
      <li>{t('sites.stuck.console')}</li>
      <li>{t('sites.stuck.policy', { base: location.origin, bucket: bucketOrigin() })}</li>
      <li>{t('sites.stuck.blocker')}</li>
    </ul>
  </details>
);

export const LiveCheck = ({ site }: { site: Site }) => {
  const { data, error } = useQuery({ ...useSiteQueries().seen(site.id), refetchInterval: REFRESH_MS });
  useTick(1000);
  if (error && !data) return <ErrorNote error={error} />;
  const { seen, refused } = data ?? {};
  return (
    <>
      {/* Separate from the ticking seconds, which screen readers shouldn't announce. */}
      <p className="visually-hidden" role="status">
        {seen && t('sites.works')}
      </p>
      <div className={seen ? 'live good' : 'live'}>
        {seen ? <CircleCheck aria-hidden="true" /> : <Radio aria-hidden="true" className="pulse" />}
        <div>
          <strong>{seen ? t('sites.seen', { when: ago(Number(seen.seen_at)) }) : t('sites.not_seen')}</strong>
          <p className="fine">{seen ? readableAddress(seen.url) : t('sites.not_seen.hint')}</p>
        </div>
      </div>
      {refused && <RefusedOrigin site={site} refused={refused} isSeen={Boolean(seen)} />}
      {seen ? <Next site={site} url={seen.url} /> : <Stuck />}
    </>
  );
};
