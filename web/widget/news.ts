import { call, ownNotes } from './api.ts';
import type { Outbox } from './outbox.ts';
import type { Runtime } from './runtime.ts';
import { type Key, loadWords, t } from './strings.ts';

/** Whether the team did something about the visitor's notes since they last looked, or one of them was refused. */
export const openNews = (runtime: Runtime, outbox: Outbox) => {
  const { button, store } = runtime;
  const isNew = (): Key | false =>
    outbox.list().some(({ refused }) => refused) ? 'refused' : store.get('news') > store.get('seen') && 'news';
  const show = async (): Promise<void> => {
    if (isNew()) await loadWords(runtime);
    const news = isNew();
    button.toggleAttribute('data-news', !!news);
    button.ariaLabel = button.textContent + (news ? `: ${t(runtime, news)}` : '');
  };
  return {
    isNew,
    show,
    async look(): Promise<void> {
      if (!ownNotes(runtime).length && !store.get('link')) return;
      const { news_at } = await call<{ news_at: string | null }>(runtime, 'news');
      store.set('news', news_at ?? '');
      await show();
    },
    seen(): void {
      store.set('seen', store.get('news'));
      show();
    },
  };
};
export type News = ReturnType<typeof openNews>;
