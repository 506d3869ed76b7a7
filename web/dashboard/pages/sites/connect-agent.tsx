import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Plug, SquareArrowOutUpRight } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { useText } from '../../words/messages.ts';
import { connectByHttp, connectClaude, connectCursor, cursorLink, testMcp } from './connect.ts';
import type { Site } from './data.ts';
import { SecretBlock } from './secret-block.tsx';

const CLIENTS = ['claude', 'cursor', 'other', 'http'] as const;
type ClientName = (typeof CLIENTS)[number];

const MCP_TEXTS: Readonly<Record<Exclude<ClientName, 'http'>, (url: string) => string>> = {
  claude: connectClaude,
  cursor: connectCursor,
  other: (url) => url,
};

/** A client's first request: over MCP the tools, over HTTP a note. */
const useTest = (site: Site, client: ClientName, url: string) => {
  const t = useText();
  const { service } = useWorkspace();
  return useMutation({
    mutationFn: async () => {
      if (client !== 'http') return t('sites.agents.works', await testMcp(url));
      const began = performance.now();
      await service.listAnnotations({ site_id: site.id, query: { limit: 1 } });
      return t('sites.agents.works.http', { ms: Math.round(performance.now() - began) });
    },
  });
};

const Test = ({ site, client, url }: { site: Site; client: ClientName; url: string }) => {
  const t = useText();
  const test = useTest(site, client, url);
  return (
    <>
      <div className="row">
        <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
          <Plug aria-hidden="true" /> {t(test.isPending ? 'sites.agents.testing' : 'sites.agents.test')}
        </button>
        <span role="status" className="soft">
          {test.data && (
            <span className="worked">
              <CircleCheck aria-hidden="true" />
              {test.data}
            </span>
          )}
        </span>
      </div>
      {test.error && <ErrorNote error={test.error} />}
    </>
  );
};

interface Props {
  site: Site;
  /** The site's MCP token, which is part of the URL. */
  token: string;
}

/** The snippet to paste for each kind of agent; its secret is masked. */
export const ConnectAgent = ({ site, token }: Props) => {
  const t = useText();
  const [client, setClient] = useState<ClientName>('claude');
  const url = `${location.origin}/mcp/${token}`;
  const label = t(`sites.agents.${client}`);
  return (
    <section className="card stack">
      <div>
        <h2>{t('sites.agents.title')}</h2>
        <p className="soft">{t('sites.agents.lead')}</p>
      </div>
      <fieldset className="segments">
        <legend className="visually-hidden">{t('sites.agents.which')}</legend>
        {CLIENTS.map((one) => (
          <label key={one}>
            <input type="radio" name="client" checked={client === one} onChange={() => setClient(one)} />
            <span>{t(`sites.agents.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <p className="fine">{t(`sites.agents.${client}.hint`)}</p>
      {client === 'http' ? (
        <CodeBlock text={connectByHttp(location.origin, site.id)} label={label} />
      ) : (
        <SecretBlock text={MCP_TEXTS[client](url)} secret={token} label={label} key={client} />
      )}
      {client === 'cursor' && (
        <p>
          <a className="button" href={cursorLink(url)}>
            <SquareArrowOutUpRight aria-hidden="true" /> {t('sites.agents.cursor.add')}
          </a>
        </p>
      )}
      {client === 'http' && (
        <p>
          <Link to="/workspace" search={{ tab: 'tokens' }}>
            {t('sites.agents.http.token')}
          </Link>
        </p>
      )}
      <Test site={site} client={client} url={url} key={client} />
      {client !== 'http' && <CodeBlock text={t('sites.agents.prompt')} label={t('sites.agents.then')} />}
    </section>
  );
};
