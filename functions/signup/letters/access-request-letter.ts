import { escapeHtml, oneLine, plain } from '../../mail/escape.ts';
import { label, layOutMail, link, quote } from '../../mail/layout.ts';
import type { Letter } from '../../mail/mime.ts';

/** Everything but `to` was written by a stranger. */
export interface AccessRequestNews {
  to: string;
  email: string;
  intent: string;
  source: string;
  /** Leads to what is held about the operators' address. */
  data: string;
}

const TITLE = 'Somebody asks for access';
const DATA = 'See or erase what we hold about you';
const WHY = 'You get this mail because this address is the one of the operators of this Sidenote stage.';

/** The mail that tells operators of a request for access. No word of the stranger's stands in its headers. */
export const accessRequestLetter = ({ to, email, intent, source, data }: AccessRequestNews): Letter => {
  const parts = [
    { name: 'E-mail address', said: oneLine(email, 320) },
    { name: 'What for', said: plain(intent).trim() },
    { name: 'Heard of it', said: oneLine(source, 80) },
  ].filter(({ said }) => said !== '');
  const html = parts.map(({ name, said }) => `${label(name)}${quote(said)}`).join('');
  const text = [
    TITLE,
    ...parts.map(({ name, said }) => `${name}:\n${said.replace(/^/gm, '> ')}`),
    `-- \n${WHY}\n${DATA}: ${data}`,
  ];
  return {
    to,
    subject: 'Request for access to Sidenote',
    text: `${text.join('\n\n')}\n`,
    html: layOutMail('en', TITLE, html, `${escapeHtml(WHY)}<br>${link(data, DATA)}`),
  };
};
