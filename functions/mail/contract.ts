import { area, PUBLIC, route } from '../kit/contract/contract.ts';

const PATH = '/api/mail/unsubscribe/{signed}';
const HTML = 'text/html; charset=utf-8';

export const mail = area('mail', {
  getUnsubscribePage: route(`GET ${PATH}`, PUBLIC, {
    summary: 'Show the unsubscribe page',
    beyond_spec: true,
    produces: HTML,
  }),
  unsubscribe: route(`POST ${PATH}`, PUBLIC, {
    summary: 'Unsubscribe an address, in one click (RFC 8058)',
    beyond_spec: true,
    produces: HTML,
  }),
});
