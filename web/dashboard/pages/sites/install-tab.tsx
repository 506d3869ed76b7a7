import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../app/workspace.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { type Site, useSiteQueries } from './data.ts';
import { LiveCheck } from './live-check.tsx';
import { OwnersOnly } from './owners-only.tsx';

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
