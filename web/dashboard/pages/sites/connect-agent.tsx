import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Plug, SquareArrowOutUpRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Segments } from '../../kit/form.tsx';
import { Link } from '../../kit/router/link.tsx';
import { ErrorNote } from '../../kit/states.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { t } from '../../words/messages.ts';
import { connectByHttp, connectClaude, connectCursor, cursorLink, masked, testMcp } from './connect.ts';
import type { Site } from './data.ts';

const CLIENTS = ['claude', 'cursor', 'other', 'http'] as const;
type ClientName = (typeof CLIENTS)[number];

const MCP_TEXTS: Readonly<Record<Exclude<ClientName, 'http'>, (url: string) => string>> = {
  claude: connectClaude,
  cursor: connectCursor,
  other: (url) => url,
};

const useTest = (site: Site, client: ClientName, url: string) => {
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
  const test = useTest(site, client, url);
  return (
    <>
      <div className="row">
        <Button icon={Plug} disabled={test.isPending} onClick={() => test.mutate()}>
          {t(test.isPending ? 'sites.agents.testing' : 'sites.agents.test')}
        </Button>
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

interface RevealProps {
  label: string;
  isShown: boolean;
  onToggle: (isShown: boolean) => void;
}

export const RevealButton = ({ label, isShown, onToggle }: RevealProps) => {
  const words = t(isShown ? 'common.hide' : 'common.reveal');
  return (
    <Button aria-label={`${words}: ${label}`} onClick={() => onToggle(!isShown)}>
      {words}
    </Button>
  );
};

const SecretBlock = ({ text, secret, label }: { text: string; secret: string; label: string }) => {
  const [isShown, setShown] = useState(false);
  return (
    <CodeBlock text={text} label={label} {...(!isShown && { shown: masked(text, secret) })}>
      <RevealButton label={label} isShown={isShown} onToggle={setShown} />
    </CodeBlock>
  );
};

export const ConnectAgent = ({ site, token }: { site: Site; token: string }) => {
  const [client, setClient] = useState<ClientName>('claude');
  const url = `${location.origin}/mcp/${token}`;
  const label = t(`sites.agents.${client}`);
  return (
    <Card title={t('sites.agents.title')} lead={t('sites.agents.lead')}>
      <Segments
        name="client"
        label={t('sites.agents.which')}
        options={CLIENTS.map((value) => ({ value, label: t(`sites.agents.${value}`) }))}
        chosen={client}
        choose={setClient}
      />
      <p className="fine">{t(`sites.agents.${client}.hint`)}</p>
      {client === 'http' ? (
        <CodeBlock text={connectByHttp(location.origin, site.id)} label={label} />
      ) : (
        <SecretBlock text={MCP_TEXTS[client](url)} secret={token} label={label} key={client} />
      )}
      {client === 'cursor' && (
        <a className="button" href={cursorLink(url)}>
          <SquareArrowOutUpRight aria-hidden="true" /> {t('sites.agents.cursor.add')}
        </a>
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
    </Card>
  );
};
