import { call, ownNotes } from './api.ts';
import type { Runtime } from './runtime.ts';
import { loadWords, t } from './strings.ts';

/** Whether the team did something about the visitor's notes since they last looked. */
export const openNews = (runtime: Runtime) => {
  const { button, store } = runtime;
  const isNew = (): boolean => store.get('news') > store.get('seen');
  const show = (): void => {
    button.toggleAttribute('data-news', isNew());
    button.ariaLabel = [button.textContent, isNew() && t(runtime, 'news')].filter(Boolean).join(': ');
  };
  return {
    isNew,
    async look(): Promise<void> {
      if (!ownNotes(runtime).length && !store.get('link')) return;
      const { news_at } = await call<{ news_at: string | null }>(runtime, 'news');
      await loadWords(runtime);
      store.set('news', news_at ?? '');
      show();
    },
    seen(): void {
      store.set('seen', store.get('news'));
      show();
    },
  };
};
export type News = ReturnType<typeof openNews>;
