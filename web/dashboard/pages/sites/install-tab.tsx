import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocale, useText } from '../../app/messages.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { readableAddress } from '../../kit/readable-address.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { ago } from '../../kit/time.tsx';
import { type Site, useSiteQueries } from './data.ts';
import { OwnersOnly } from './owners-only.tsx';

/** Counts on by itself between two looks at the service. */
const useTick = (ms: number) => {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
};

const LiveCheck = ({ site }: { site: Site }) => {
  const t = useText();
  const locale = useLocale();
  const { data, error } = useQuery(useSiteQueries().seen(site.id));
  useTick(1000);
  if (error) return <ErrorNote error={error} />;
  const seen = data?.seen;
  return (
    <div className={seen ? 'live good' : 'live'} role="status">
      {seen ? <CircleCheck aria-hidden="true" /> : <Radio aria-hidden="true" className="pulse" />}
      <div>
        <strong>{seen ? t('sites.seen', { when: ago(Number(seen.seen_at), locale) }) : t('sites.not_seen')}</strong>
        <p className="fine">{seen ? readableAddress(seen.url) : t('sites.not_seen.hint')}</p>
      </div>
    </div>
  );
};

const Snippet = ({ site }: { site: Site }) => {
  const t = useText();
  const { data, error, refetch } = useQuery(useSiteQueries().secrets(site.id));
  if (error) return <ErrorNote error={error} retry={refetch} />;
  if (!data) return <Skeleton lines={3} />;
  const tag = `<script async src="${location.origin}/w/${data.loader_secret_id}/widget.js"></script>`;
  return <CodeBlock text={tag} label={t('sites.snippet')} />;
};

export const InstallTab = ({ site }: { site: Site }) => {
  const t = useText();
  const { workspace } = useWorkspace();
  return (
    <div className="stack">
      <section className="card stack">
        <div>
          <h2>{t('sites.install.title')}</h2>
          <p className="soft">{t('sites.install.lead')}</p>
        </div>
        {workspace.role === 'OWNER' ? <Snippet site={site} /> : <OwnersOnly />}
        <LiveCheck site={site} />
      </section>
      <section className="card stack">
        <div>
          <h2>{t('sites.origins.title')}</h2>
          <p className="soft">{t('sites.origins.lead')}</p>
        </div>
        <ul className="origins">
          {site.allowed_origins.map((origin) => (
            <li key={origin}>
              <code>{origin}</code>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
};
