import type { WidgetConfig } from './config.ts';
import css from './loader.css';
import { listen } from './logs.ts';
import { type Core, type Runtime, type Settings, type Store, VERSION } from './runtime.ts';

const storage = (prefix: string): Store => ({
  get(key) {
    try {
      return localStorage[prefix + key] || '';
    } catch {
      return '';
    }
  },
  set(key, value) {
    try {
      localStorage[prefix + key] = value;
      return true;
    } catch {
      return false;
    }
  },
});

const start = (config: WidgetConfig): void => {
  const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? '';
  const store = storage(`sidenote:${config.token.slice(-8)}:`);
  const host = document.createElement('sidenote-widget');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  root.innerHTML =
    '<button class=go><svg width=22 viewBox="0 0 24 24" fill=none stroke=currentColor stroke-width=2><path d="M4 4h16v12H10l-4 4v-4H4zM8 8h8M8 12h5"/></svg><span></span></button>';
  const button = root.firstChild as HTMLButtonElement;
  button.ariaLabel = (button.lastChild as Element).textContent = window.SidenoteStrings?.launcher ?? 'Feedback';

  const api = `${config.base}/api/widget/`;
  const call = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(api + path, {
      headers: {
        Authorization: `Bearer ${config.token}`,
        'Content-Type': 'application/json',
        'X-Sidenote-Stakeholder': store.get('link'),
      },
      ...init,
    });
  const loads: Record<string, Promise<unknown> | undefined> = {};

  const runtime: Runtime = {
    config,
    logs: listen(api),
    host,
    root,
    button,
    store,
    load(name) {
      loads[name] ??= new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = config[name];
        script.nonce = nonce;
        script.onload = resolve;
        script.onerror = reject;
        document.head.append(script);
      }).catch(() => {
        loads[name] = undefined;
      });
      return loads[name];
    },
    async refresh() {
      if (store.get('outbox') + store.get('notes') + store.get('link')) runtime.load('core');
      const answer = await call('settings').catch(console.warn);
      if (!answer?.ok) return console.warn(await answer?.text());
      runtime.settings = (await answer.json()) as Settings;
      const { site, stakeholder } = runtime.settings;
      host.style.setProperty('--a', site.color);
      const place = site.position.replace('-', ';').replace(/\w+/g, '$&:var(--$&)');
      button.style.cssText = site.anonymous_allowed || stakeholder ? place : 'display:none';
      document.documentElement.append(host);
      runtime.core?.render();
      try {
        if (sessionStorage.sidenote) return;
        sessionStorage.sidenote = 1;
        const body = JSON.stringify({ url: location.origin + location.pathname, version: VERSION });
        await call('seen', { method: 'POST', body });
      } catch {}
    },
  };
  window.__sidenote = runtime;
  const use = async (act: keyof Core) => {
    await runtime.load('core');
    runtime.core?.[act]();
  };
  window.Sidenote = {
    open: () => use('open'),
    close: () => runtime.core?.close(),
    identify(link) {
      store.set('link', link ?? '');
      return runtime.refresh();
    },
  };
  button.onpointerenter = () => runtime.load('core');
  // The press must not clear the page's text selection, which becomes the note's target.
  button.onmousedown = () => false;
  button.onclick = () => use('toggle');

  const here = new URL(document.URL);
  const link = here.searchParams.get('sidenote');
  if (link) {
    store.set('link', link);
    here.searchParams.delete('sidenote');
    history.replaceState(history.state, '', here);
  }
  if (document.readyState === 'complete') runtime.refresh();
  else addEventListener('load', runtime.refresh);
};

if (!window.Sidenote) start(window.__sidenote_config as WidgetConfig);
