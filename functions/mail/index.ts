import { serve } from '../kit/http/serve.ts';
import type { MailContext } from './context.ts';
import { mail } from './contract.ts';
import { getUnsubscribePage } from './get-unsubscribe-page.ts';
import { suppress } from './suppressions.ts';
import { unsubscribe } from './unsubscribe.ts';

export const handler = serve<MailContext, typeof mail>(mail, { getUnsubscribePage, unsubscribe }, (table, call) => ({
  ...call,
  suppress: (hash) => suppress(table, hash, 'unsubscribed'),
}));
