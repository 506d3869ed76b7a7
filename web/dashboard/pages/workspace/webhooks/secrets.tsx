import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { CodeBlock } from '../../../kit/code-block.tsx';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { AskFirst } from '../../../kit/dialog.tsx';
import { Day } from '../../../kit/formats.tsx';
import { ErrorNote, isRetired, Waiting } from '../../../kit/states.tsx';
import { notify } from '../../../kit/toast.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { t } from '../../../words/messages.ts';
import { hostOf, useWebhookQueries, type Webhook } from './data.ts';

/** With the reference library, which exists for many languages. */
const VERIFY = `import { Webhook } from 'standardwebhooks'

// The body exactly as it came, not parsed and written again.
const webhook = new Webhook(process.env.SIDENOTE_WEBHOOK_SECRET)
const event = webhook.verify(rawBody, request.headers)
// It throws if the signature is wrong or older than five minutes.
// Answer with 2xx within ten seconds. Skip a webhook-id that you have seen.`;

const Secret = ({ label, text }: { label: string; text: string }) => (
  <div className="stack close token-shown">
    <span className="fine">{label}</span>
    <code>{text}</code>
    <CopyButton text={text} of={label} />
  </div>
);

const Shown = ({ webhook }: { webhook: Webhook }) => {
  const queries = useQueryClient();
  const { workspace, service } = useWorkspace();
  const query = useWebhookQueries().secrets(webhook.id);
  const { data, error, refetch } = useQuery(query);
  const rotate = useMutation({
    mutationFn: () => service.rotateWebhookSecret({ ws_id: workspace.id, webhook_id: webhook.id }),
    onSuccess: (secrets) => {
      queries.setQueryData(query.queryKey, secrets);
      notify(t('webhooks.rotated'));
    },
  });
  if (!data && !isRetired(error)) return <Waiting query={{ error, refetch }} lines={2} />;
  return (
    <>
      {data ? <Secret label={t('webhooks.secret')} text={data.secret} /> : <ErrorNote error={error} />}
      {data?.former && (
        <p className="fine">
          {t('webhooks.secret.former')} <Day at={data.former.until} />
        </p>
      )}
      <div className="row">
        <AskFirst
          label={t('webhooks.rotate')}
          of={hostOf(webhook)}
          title={t('webhooks.rotate.title')}
          run={rotate.mutateAsync}
        >
          <p>{t('webhooks.rotate.what')}</p>
        </AskFirst>
      </div>
      <CodeBlock label={t('webhooks.verify')} text={VERIFY} />
      <p className="fine">{t('webhooks.verify.hint')}</p>
    </>
  );
};

/** Asked for first, so that no one reads it over a shoulder. */
export const Secrets = ({ webhook }: { webhook: Webhook }) => {
  const [isShown, setShown] = useState(false);
  return isShown ? (
    <Shown webhook={webhook} />
  ) : (
    <div className="row">
      <Button onClick={() => setShown(true)}>{t('webhooks.secret.show')}</Button>
    </div>
  );
};
