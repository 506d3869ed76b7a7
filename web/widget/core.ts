import css from './core.css';
import { addStyles } from './dom.ts';
import { openDraft } from './draft.ts';
import { openNews } from './news.ts';
import { openOutbox } from './outbox.ts';
import { openPanel } from './panel.ts';
import type { Runtime } from './runtime.ts';

const start = (runtime: Runtime): void => {
  addStyles(runtime, css);
  const outbox = openOutbox(runtime, () => runtime.core?.changed());
  const news = openNews(runtime, outbox);
  runtime.core = openPanel(runtime, openDraft(runtime), outbox, news);
  runtime.core.changed();
  news.look().catch(console.warn);
};

const runtime = window.__sidenote;
if (runtime && !runtime.core) start(runtime);
