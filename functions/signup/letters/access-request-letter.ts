import { escapeHtml, oneLine, plain } from '../../mail/escape.ts';
import { label, layOutMail, link, quote } from '../../mail/layout.ts';
import type { Letter } from '../../mail/mime.ts';

/** The requester, who is unverified, wrote everything except `to`. */
export interface AccessRequestNews {
  to: string;
  email: string;
  intent: string;
  source: string;
  /** Address of the operators' data page. */
  data: string;
}

const TITLE = 'New access request';
const DATA = 'View or erase your data';
const WHY = 'You’re receiving this because this is the operators’ address of this Sidenote stage.';

/** The headers contain nothing that the requester wrote. */
export const accessRequestLetter = ({ to, email, intent, source, data }: AccessRequestNews): Letter => {
  const parts = [
    { name: 'Email address', value: oneLine(email, 320) },
    { name: 'Purpose', value: plain(intent).trim() },
    { name: 'Source', value: oneLine(source, 80) },
  ].filter(({ value }) => value !== '');
  const html = parts.map(({ name, value }) => `${label(name)}${quote(value)}`).join('');
  const text = [
    TITLE,
    ...parts.map(({ name, value }) => `${name}:\n${value.replace(/^/gm, '> ')}`),
    `-- \n${WHY}\n${DATA}: ${data}`,
  ];
  return {
    to,
    subject: 'Request for access to Sidenote',
    text: `${text.join('\n\n')}\n`,
    html: layOutMail('en', TITLE, html, `${escapeHtml(WHY)}<br>${link(data, DATA)}`),
  };
};
