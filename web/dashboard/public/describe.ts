import { useEffect } from 'react';

/** What search engines and previews are told of a page; the title is told by its heading. */
export const useDescription = (text: string): void => {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [text]);
};

/** Keeps search engines from what is not there, or not for everybody. The address answers 200 whatever stands behind it. */
export const useUnlisted = (): void => {
  useEffect(() => {
    const tag = document.createElement('meta');
    tag.name = 'robots';
    tag.content = 'noindex, nofollow';
    document.head.append(tag);
    return () => tag.remove();
  }, []);
};
