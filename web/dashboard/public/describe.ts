import { useEffect } from 'react';

export const useDescription = (text: string): void => {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [text]);
};

/** Keeps search engines from missing or private pages: the address always answers 200. */
export const useUnlisted = (): void => {
  useEffect(() => {
    const tag = document.createElement('meta');
    tag.name = 'robots';
    tag.content = 'noindex, nofollow';
    document.head.append(tag);
    return () => tag.remove();
  }, []);
};
