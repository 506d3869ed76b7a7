import { createHash } from 'node:crypto';
import { smallPage, smallPagePolicy } from '../kit/text/small-page.ts';
import { localeOf } from '../mail/page.ts';
import type { Widget } from './operations.ts';

const WORDS = {
  en: {
    title: 'Open notes on this page',
    lead: 'Sign in to see your team’s open notes on',
    go: 'Continue',
    wait: 'Waiting for the other window. Come back here if you closed it.',
    alone:
      'This window isn’t connected to a page. Open it from the widget. If you did, that page’s Cross-Origin-Opener-Policy keeps them apart: same-origin-allow-popups lets it work.',
  },
  de: {
    title: 'Offene Notizen dieser Seite',
    lead: 'Melden Sie sich an, um die offenen Notizen Ihres Teams zu sehen, auf',
    go: 'Weiter',
    wait: 'Warten auf das andere Fenster. Kommen Sie hierher zurück, wenn Sie es geschlossen haben.',
    alone:
      'Dieses Fenster ist mit keiner Seite verbunden. Öffnen Sie es aus dem Widget. Wenn Sie das getan haben, trennt die Cross-Origin-Opener-Policy der Seite beide: Mit same-origin-allow-popups geht es.',
  },
} as const;

/**
 * Hands a token on, and holds nothing else: the browser names the page's origin, and the token goes to that origin only.
 * Members sign in in a window of the dashboard, which no other page can refer to.
 */
const relay = (): void => {
  const find = (id: string) => document.getElementById(id) as HTMLElement;
  const page = window.opener as Window | null;
  const show = (id: string) => {
    for (const part of ['ask', 'wait', 'alone']) find(part).hidden = part !== id;
  };
  if (!page) {
    show('alone');
    return;
  }
  let site = '';
  let origin = '';
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== page || site || !/^https?:/.test(from) || typeof data?.sidenote_site !== 'string') return;
    site = data.sidenote_site;
    origin = from;
    find('origin').textContent = from;
    show('ask');
    find('go').focus();
  });
  const begin = () => {
    const channel = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36)).join('-');
    const hands = new BroadcastChannel(`sidenote-page-${channel}`);
    hands.onmessage = ({ data }) => {
      if (typeof data?.token !== 'string') return;
      page.postMessage({ sidenote_token: data.token, expires_at: data.expires_at }, origin);
      hands.postMessage('taken');
      window.close();
    };
    const asked = new URLSearchParams({ token: site, origin, channel });
    window.open(`/dashboard/team-mode?${asked}`, '_blank', 'noopener,width=520,height=680');
    show('wait');
    find('wait').append(find('go'));
  };
  find('go').onclick = begin;
  page.postMessage({ sidenote_relay: true }, '*');
};

const SCRIPT = `(${relay})()`;
const HASH = createHash('sha256').update(SCRIPT).digest('base64');

export const getTeamModePage: Widget['getTeamModePage'] = async ({ request: { headers } }) => {
  const locale = localeOf(headers);
  const { title, lead, go, wait, alone } = WORDS[locale];
  const body =
    `<div id="ask" hidden><p>${lead} <b id="origin" dir="auto"></b>.</p><button id="go">${go}</button></div>` +
    `<div id="wait" role="status" hidden><p>${wait}</p></div><p id="alone" hidden>${alone}</p><script>${SCRIPT}</script>`;
  return {
    headers: { 'content-security-policy': `${smallPagePolicy()}; script-src 'sha256-${HASH}'` },
    text: smallPage(locale, title, body),
  };
};
