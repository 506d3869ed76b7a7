import { area, beyondSpec, PUBLIC } from '../kit/contract/contract.ts';

const PATH = '/api/mail/unsubscribe/{signed}';
const HTML = 'text/html; charset=utf-8';

export const mail = area('mail', {
  getUnsubscribePage: beyondSpec(`GET ${PATH}`, PUBLIC, {
    summary: 'Show the unsubscribe page',
    produces: HTML,
  }),
  unsubscribe: beyondSpec(`POST ${PATH}`, PUBLIC, {
    summary: 'Unsubscribe an address, in one click (RFC 8058)',
    produces: HTML,
  }),
});
