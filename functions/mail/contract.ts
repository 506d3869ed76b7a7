import { area } from '../kit/contract/contract.ts';

const PATH = '/api/mail/unsubscribe/{signed}';
const HTML = 'text/html; charset=utf-8';

export const mail = area('mail', {
  getUnsubscribePage: {
    method: 'GET',
    path: PATH,
    role: null,
    by: [],
    summary: 'Show the unsubscribe page',
    beyond_spec: true,
    produces: HTML,
  },
  unsubscribe: {
    method: 'POST',
    path: PATH,
    role: null,
    by: [],
    summary: 'Unsubscribe an address, in one click (RFC 8058)',
    beyond_spec: true,
    produces: HTML,
  },
});
