import { serve } from '../kit/http/serve.ts';
import { mail } from './contract.ts';
import { bindMail, getUnsubscribePage, unsubscribe } from './operations.ts';

export const handler = serve(mail, { getUnsubscribePage, unsubscribe }, bindMail);
