import { placeOf, type WidgetConfig } from './config.ts';
import css from './loader.css';
import { listen } from './logs.ts';
import { type Core, type Runtime, type Settings, type Store, VERSION } from './runtime.ts';

const memory: Record<string, string> = {};
const storage = (prefix: string): Store => ({
  get(key) {
    try {
      return memory[key] ?? (localStorage[prefix + key] || '');
    } catch {
      return '';
    }
  },
  set(key, value) {
    memory[key] = value;
    try {
      localStorage[prefix + key] = value;
      return delete memory[key];
    } catch {
      return false;
    }
  },
});

const start = (config: Runtime['config']): void => {
  const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? '';
  const store = storage(`sidenote:${config.token.slice(-8)}:`);
  const host = document.createElement('sidenote-widget');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  // The parser closes what is left open: a span ends a drawing.
  root.innerHTML = `<button class=go><svg width=22 viewBox="0 0 24 24" fill=none stroke=currentColor stroke-width=2><path d="${config.icon}"><span>`;
  const button = root.firstChild as HTMLButtonElement;
  button.ariaLabel = (button.lastChild as Element).textContent = window.SidenoteStrings?.launcher ?? config.label;

  const loads: Record<string, Promise<unknown> | undefined> = {};

  const runtime: Runtime = {
    config,
    logs: listen(config.base),
    host,
    root,
    button,
    store,
    load: (name) =>
      (loads[name] ??= new Promise((resolve) => {
        const script = document.createElement('script');
        script.src = config[name] as string;
        script.nonce = nonce;
        script.onload = resolve;
        script.onerror = () => resolve(delete loads[name]);
        document.head.append(script);
      })),
    async refresh() {
      let { settings }: { settings?: Settings | undefined } = config;
      if (store.get('outbox') + store.get('notes')) runtime.load('core');
      // Only the server knows links and newly allowed origins, and it remembers a refused page for the site's owner.
      if (store.get('link') || !config.places.includes(placeOf(config.token, location.origin))) {
        await runtime.load('core');
        settings = await runtime.core?.ask();
      }
      if (!settings) return;
      runtime.settings = settings;
      const { site, stakeholder } = settings;
      host.style.cssText = `--a:${site.color}`;
      button.style.cssText =
        !runtime.isHidden && (site.anonymous_allowed || stakeholder)
          ? site.position.replace(/(\w+)-?/g, '$1:var(--$1);')
          : 'display:none';
      document.documentElement.append(host);
      runtime.core?.render();
      if (config.seen && Date.now() - +store.get('shown') > 864e5) {
        // Stored first, and kept alive, because a visitor may leave before the answer. A string body needs no preflight.
        store.set('shown', `${Date.now()}`);
        fetch(config.seen, {
          method: 'POST',
          keepalive: true,
          body: JSON.stringify({ url: location.origin + location.pathname, version: VERSION }),
        }).catch(() => store.set('shown', ''));
      }
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
    async identify(who) {
      runtime.who = who;
      if (Object(who) === who) return;
      store.set('link', (who ?? '') as string);
      await runtime.refresh();
    },
    setMetadata(values) {
      runtime.metadata = values;
    },
    hide(isHidden = true) {
      runtime.isHidden = isHidden;
      return runtime.refresh();
    },
  };
  button.onpointerenter = () => runtime.load('core');
  // The press must not clear the page's text selection, which becomes the note's target.
  button.onmousedown = () => false;
  button.onclick = () => use('toggle');

  const here = new URL(location.href);
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
