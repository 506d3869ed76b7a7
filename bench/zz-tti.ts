import { launchChromium } from '../test/browser/chromium.ts';
import { startHttp2Front } from './http2-proxy.ts';
import { startStage, sendNote } from './local-stage.ts';
import { loadPage } from './page-load.ts';
const { stage, stop } = await startStage();
const browser = await launchChromium();
const front = await startHttp2Front(stage.base_url);
for (let i = 0; i < 200; i += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => sendNote(stage, `Note ${i + k}: too small.`)));
const session = JSON.stringify({ id_token: stage.owner_id_token, expires_at: Date.now() + 3600e3 });
await loadPage(browser, `${front.url}/dashboard/`, undefined);
for (let i = 0; i < 5; i++) {
  const one = await loadPage(browser, `${front.url}/dashboard/inbox`, session);
  front.pages.set('/still', one.html);
  const still = await loadPage(browser, `${front.url}/still`, undefined);
  const { html, ...a } = one; const { html: h, ...b } = still;
  console.log(html.length, (html.match(/<\w/g) ?? []).length, JSON.stringify(a), JSON.stringify(b), (a.interactive / b.interactive).toFixed(2), (a.lcp / b.lcp).toFixed(2));
}
await browser.close(); await front.close(); await stop();
