export { receiveMail as handler } from '../threads/inbound/receive-mail.ts';
