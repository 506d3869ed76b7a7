import type { CaughtMail } from './mail-sink.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 0 0 .25rem; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .6rem; padding: 1rem; margin: 1rem 0; }
p.meta, p.none { opacity: .75; font-size: .9rem; margin: .1rem 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 30rem; border: 1px solid color-mix(in srgb, currentColor 15%, transparent); border-radius: .4rem; background: #fff; color-scheme: light; margin-top: .75rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
form { display: grid; gap: .75rem; max-width: 24rem; } label { display: grid; gap: .25rem; } label.check { grid: auto / auto 1fr; gap: .5rem; align-items: center; }
input, button { font: inherit; padding: .6rem .75rem; border-radius: .4rem; border: 1px solid color-mix(in srgb, currentColor 40%, transparent); }
button { cursor: pointer; background: #1f4fd8; color: #fff; border: 0; } summary { cursor: pointer; }
`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

/** No script runs, regardless of what an email or a query contains. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  // Without a referrer a form would be sent with the origin "null".
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

const mailArticle = (mail: CaughtMail) => `<article>
<h2>${escaped(mail.subject || '(no subject)')}</h2>
<p class="meta">To ${escaped(mail.to.join(', '))}</p><p class="meta">From ${escaped(mail.from)} · ${escaped(mail.at)}</p>
${mail.html ? `<iframe title="The email as HTML" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(`<base target="_blank">${mail.html}`)}"></iframe>` : ''}
<details${mail.html ? '' : ' open'}><summary>Plain text</summary><pre>${escaped(mail.text || '(none)')}</pre></details>
${mail.raw ? `<details><summary>As sent</summary><pre>${escaped(mail.raw)}</pre></details>` : ''}
</article>`;

export const inboxPage = (mails: readonly CaughtMail[], to: string | undefined) => {
  const list = [...mails].reverse().map(mailArticle).join('\n');
  const none = '<p class="none">No emails yet. Resolve a note whose sender left an address, and reload.</p>';
  return page('Emails of the local stage', `<h1>Emails${to ? ` to ${escaped(to)}` : ''}</h1>${list || none}`);
};

/** Any address works. The query is passed on in the form's action. */
export const signInPage = (query: string, fault?: string) =>
  page(
    'Sign in',
    fault
      ? `<h1>Sign-in failed</h1><p>${escaped(fault)}</p>`
      : `<h1>Sign in</h1><p>This is the local stage: any address works, without a password.</p>
<form method="post" action="?${escaped(query)}">
<label>Email <input name="email" type="email" required autofocus value="owner@example.com" autocomplete="email"></label>
<label class="check"><input name="group" type="checkbox" value="admins"> Member of the service’s admins</label>
<button>Sign in</button></form>`,
  );

const AMOUNTS_CENTS = [500, 2000, 10_000];

export const checkoutPage = (workspace_id: string) =>
  page(
    'Top up',
    `<h1>Top up the wallet</h1><p>This is the local stage: nothing is charged. Workspace <code>${escaped(workspace_id)}</code></p>
<form method="post"><input type="hidden" name="workspace_id" value="${escaped(workspace_id)}">
${AMOUNTS_CENTS.map((cents) => `<button name="cents" value="${cents}">Pay $${cents / 100}</button>`).join('\n')}</form>`,
  );

export const tokenPage = (email: string, token: string) =>
  page(
    'Signed in',
    `<h1>Signed in as ${escaped(email)}</h1><p>An ID token for <code>Authorization: Bearer …</code>, valid for eight hours:</p><pre>${escaped(token)}</pre><p><a href="/dashboard">The dashboard</a> signs you in separately.</p>`,
  );
