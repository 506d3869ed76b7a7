import { useEffect, useState } from 'react';
import { useText } from '../../app/messages.ts';
import type { MadeOf, NewReviewSearch } from './search.ts';

/** What somebody has filled in for a review; a file cannot be kept, all else survives a reload. */
export interface Draft {
  madeOf: MadeOf;
  title: string;
  content: string;
  url: string;
  site: string;
  /** Empty: a panel that suits. */
  personas: readonly string[];
  choosesPanel: boolean;
}

const STORED = 'sidenote.review-draft';
const BLANK: Draft = { madeOf: 'text', title: '', content: '', url: '', site: '', personas: [], choosesPanel: false };
const MOST_TITLE = 90;

const stored = (): Partial<Draft> => {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
  } catch {
    return {};
  }
};

export const forgetDraft = (): void => sessionStorage.removeItem(STORED);

/** The draft of this tab; what the address names goes before what was kept. */
export const useDraft = ({ kind, url, site, persona, sample }: NewReviewSearch) => {
  const t = useText();
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = { ...BLANK, ...stored() };
    return {
      ...kept,
      ...(kind && { madeOf: kind }),
      ...(url && { url }),
      ...(site && { site }),
      ...(persona && { personas: [persona], choosesPanel: true }),
      ...(sample && { madeOf: 'text' as const, content: kept.content || t('reviews.sample') }),
    };
  });
  useEffect(() => {
    // A text that is too long for the store is not worth failing for.
    try {
      sessionStorage.setItem(STORED, JSON.stringify(draft));
    } catch {
      forgetDraft();
    }
  }, [draft]);
  return { draft, set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })) };
};

const cut = (text: string) => (text.length > MOST_TITLE ? `${text.slice(0, MOST_TITLE - 2).trimEnd()} …` : text);

/** An address as people write it, with what they leave out. */
export const wholeAddress = (url: string): string => {
  const text = url.trim();
  return text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
};

const hostAndPath = (url: string): string => {
  const { host = '', pathname = '' } = URL.parse(wholeAddress(url)) ?? {};
  return pathname === '/' ? host : `${host}${pathname}`;
};

/** The title that was given, else one made from what is reviewed. */
export const titleOf = ({ madeOf, content, url }: Draft, file: File | undefined): string => {
  if (madeOf === 'page') return cut(hostAndPath(url));
  if (madeOf === 'file') return cut(file?.name.replace(/\.[^.]+$/, '') ?? '');
  const line = content.split('\n').find((one) => one.trim()) ?? '';
  return cut(line.replace(/^#+\s+/, '').trim());
};
