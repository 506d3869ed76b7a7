import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, ExternalLink, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readableAddress, webAddress } from '../../kit/address.ts';
import { ErrorNote } from '../../kit/error-note.tsx';
import { ago } from '../../kit/time.tsx';
import { useLocale, useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';
import { RefusedOrigin } from './refused-origin.tsx';

/** Counts up by itself between two polls. */
const useTick = (ms: number) => {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
};

/** Next steps once the widget runs. */
const Next = ({ site, url }: { site: Site; url: string }) => {
  const t = useText();
  return (
    <p className="row">
      <a href={webAddress(url)} target="_blank" rel="noreferrer" className="button">
        <ExternalLink aria-hidden="true" /> {t('sites.next.note')}
      </a>
      <Link to="/sites/$siteId" params={{ siteId: site.id }} search={{ tab: 'agents' }} className="button">
        {t('sites.agents.title')}
      </Link>
    </p>
  );
};

/** Reasons why a widget doesn't report, most frequent first. */
const Stuck = () => {
  const t = useText();
  return (
    <details className="stuck">
      <summary>{t('sites.stuck')}</summary>
      <ul>
        <li>{t('sites.stuck.console')}</li>
        <li>{t('sites.stuck.policy', { base: location.origin })}</li>
        <li>{t('sites.stuck.blocker')}</li>
      </ul>
    </details>
  );
};

/** Whether the widget has reported itself; if its page's origin was refused, says so. */
export const LiveCheck = ({ site }: { site: Site }) => {
  const t = useText();
  const locale = useLocale();
  const { data, error } = useQuery(useSiteQueries().seen(site.id));
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
          <strong>{seen ? t('sites.seen', { when: ago(Number(seen.seen_at), locale) }) : t('sites.not_seen')}</strong>
          <p className="fine">{seen ? readableAddress(seen.url) : t('sites.not_seen.hint')}</p>
        </div>
      </div>
      {refused && <RefusedOrigin site={site} refused={refused} isSeen={Boolean(seen)} />}
      {seen ? <Next site={site} url={seen.url} /> : <Stuck />}
    </>
  );
};
